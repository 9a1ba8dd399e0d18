import type { Rollout, ToolCall } from 'rstar2-agent';
import { el } from './dom.js';

/** @returns A rollout to read: the Python that the model wrote, what Python said, and the answer. All of it is text. */
export function transcript(rollout: Rollout): HTMLElement {
  const steps = rollout.turns.flatMap(({ text, toolCalls, reply }) => {
    const calls = toolCalls.flatMap(callView);
    const said = toolCalls.length > 0 && toolCalls.every(isReadable) ? [] : [block('said', 'The model writes', text)];
    return [...said, ...calls, ...(reply === undefined ? [] : [block('output', 'It reads', reply)])];
  });
  const attributes = { class: 'transcript', role: 'group', 'aria-label': 'What the model did', tabindex: 0 };
  return el('div', attributes, ...(steps.length > 0 ? steps : [el('p', { text: 'It wrote nothing.' })]));
}

function callView(call: ToolCall): HTMLElement[] {
  const { response } = call;
  const output = block(
    response.isError ? 'output bad' : 'output',
    response.isError ? 'Python fails' : 'Python prints',
    response.text,
  );
  return isReadable(call) ? [block('code', 'The model runs', codeOf(call)!), output] : [output];
}

function isReadable(call: ToolCall): boolean {
  return codeOf(call) !== undefined;
}

function codeOf({ arguments: given }: ToolCall): string | undefined {
  const code = typeof given === 'object' && given !== null && 'code' in given ? given['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

function block(kind: string, label: string, text: string): HTMLElement {
  const shown = text.trim() === '' ? '(nothing)' : visible(text.trim());
  return el('div', { class: `block ${kind}` }, el('p', { class: 'label', text: label }), el('pre', { text: shown }));
}

/**
 * A random model writes control characters: their pictures stand for them. Those that change the direction of text, which would turn
 * the words around them as well, are replaced.
 */
export function visible(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- they are what is looked for
      .replace(/[\0-\x08\x0b-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
      .replaceAll('\x7f', '\u2421')
      .replace(/[\x80-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
  );
}

/** @returns Whether the answer is right, in words; undefined where nothing says what is right. */
export function verdict({ reward, turns, finishReason }: Rollout, groundTruth: string | undefined): Verdict {
  const answer = /\\boxed\{([^{}]*)\}/.exec(turns.at(-1)?.text ?? '')?.[1]?.trim() ?? '';
  const none = finishReason === 'stop' ? 'no answer' : 'no answer within its token limit';
  const said = /[\p{L}\p{N}]/u.test(answer) ? visible(answer) : none;
  if (groundTruth === undefined) return { kind: 'open', text: `Answer: ${said}` };
  if ((reward ?? 0) > 0) return { kind: 'right', text: `Right: ${said}` };
  return { kind: 'wrong', text: `Wrong: ${said}; the answer is ${groundTruth}` };
}

export interface Verdict {
  readonly kind: 'right' | 'wrong' | 'open';
  readonly text: string;
}

/** @returns A verdict to look at. */
export function verdictView({ kind, text }: Verdict): HTMLElement {
  const mark = { right: '✓', wrong: '✗', open: '•' }[kind];
  return el('p', { class: `verdict ${kind}` }, el('span', { 'aria-hidden': 'true', text: `${mark} ` }), text);
}
