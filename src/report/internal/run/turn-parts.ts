import { TAGS, type ErrorEvidence, type Turn } from '../../../base/index.js';

/** A turn as it is read: what was thought, what was called and came back, what was answered. */
export type TurnPart =
  | { readonly kind: 'text' | 'reason' | 'answer'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly name: string;
      /** The program, for a tool that takes one as `code`; else the arguments as JSON or as they were written. */
      readonly code: string;
      readonly language: 'python' | 'json' | 'text';
      readonly input?: string;
      /** Absent when the rollout ended before the call was answered. */
      readonly response?: string;
      readonly isError: boolean;
      /** Who says whether it failed, where an agent ran the tool. */
      readonly errorEvidence?: ErrorEvidence;
      readonly durationMs?: number;
    };

const BLOCKS = [
  { kind: 'reason', start: TAGS.reasonStart, end: TAGS.reasonEnd },
  { kind: 'call', start: TAGS.toolCallStart, end: TAGS.toolCallEnd },
  { kind: 'answer', start: TAGS.answerStart, end: TAGS.answerEnd },
] as const;

/**
 * Cuts a turn at the protocol's tags. Whatever a policy writes has a reading: an open tag runs to the end, reasoning that was
 * opened by the prompt starts at the front, and calls without a tag of their own come last.
 */
export function turnParts(turn: Turn): TurnPart[] {
  const parts: TurnPart[] = [];
  const calls = turn.toolCalls.map(toCallPart);
  let nextCall = 0;
  let rest = turn.text.replaceAll(TAGS.messageEnd, '');
  const push = (kind: 'text' | 'reason' | 'answer', text: string) => {
    if (text.trim() !== '') parts.push({ kind, text: text.trim() });
  };

  const closing = rest.indexOf(TAGS.reasonEnd);
  const opening = rest.indexOf(TAGS.reasonStart);
  if (closing >= 0 && (opening < 0 || opening > closing)) {
    push('reason', rest.slice(0, closing));
    rest = rest.slice(closing + TAGS.reasonEnd.length);
  }
  for (;;) {
    const block = BLOCKS.map((tag) => ({ ...tag, at: rest.indexOf(tag.start) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (block === undefined) break;
    push('text', rest.slice(0, block.at));
    const from = block.at + block.start.length;
    const end = rest.indexOf(block.end, from);
    const inner = rest.slice(from, end < 0 ? undefined : end);
    if (block.kind === 'call') parts.push(calls[nextCall++] ?? unanswered(inner));
    else push(block.kind, inner);
    rest = end < 0 ? '' : rest.slice(end + block.end.length);
  }
  push('text', rest);
  return [...parts, ...calls.slice(nextCall)];
}

function toCallPart(call: Turn['toolCalls'][number]): TurnPart {
  const { text, isError, errorEvidence, durationMs } = call.response;
  return {
    kind: 'call',
    name: call.name,
    ...toCode(call.arguments),
    response: text,
    isError,
    ...(errorEvidence === undefined ? {} : { errorEvidence }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function toCode(args: Turn['toolCalls'][number]['arguments']): {
  code: string;
  language: 'python' | 'json' | 'text';
  input?: string;
} {
  if (typeof args === 'string') return { code: args, language: 'text' };
  if (typeof args === 'object' && args !== null && 'code' in args && typeof args.code === 'string') {
    const input = typeof args.input === 'string' && args.input !== '' ? { input: args.input } : {};
    return { code: args.code, language: 'python', ...input };
  }
  return { code: JSON.stringify(args, null, 2), language: 'json' };
}

function unanswered(text: string): TurnPart {
  return { kind: 'call', name: '', code: text.trim(), language: 'text', isError: false };
}
