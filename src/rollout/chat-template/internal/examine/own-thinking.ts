import type { ThinkingMarks } from '../../../tool-calls/internal/index.js';

/** Renders messages in the layout of transformers; undefined if the template refuses them. */
export type RawRender = (messages: readonly object[], addGenerationPrompt?: boolean) => string | undefined;

const QUESTION = { role: 'user', content: 'Quarry?' };
const THOUGHT = 'Zephyr.';
const ANSWER = 'Marble.';

/** A mark: one tag, whatever the brackets. */
const TAG = String.raw`(?:<\|?[^<>\s]{1,40}>|\[[^[\]\n]{1,40}\])`;
const ENDS_IN_TAG = new RegExp(`(${TAG})\\s*$`);
const STARTS_WITH_TAG = new RegExp(`^\\s*(${TAG})`);
const CLOSING = /<\/([\w:.-]{1,40})>|\[\/([^[\]\n]{1,40})\]/g;

/** Tags of a template that are tried as marks. */
const MOST_TAGS = 32;

/**
 * Finds a template's own thinking marks: the tags around separate thinking (`reasoning_content`), the tags of thinking that the
 * template drops from past turns, and the opening tag at the end of its prompt.
 */
export function ownThinking(render: RawRender, source: string): ThinkingMarks[] {
  const headers = new Set([tagBefore(render([QUESTION, assistant(ANSWER)]), ANSWER)]);
  const tags = pairsIn(source);
  return [...aroundThought(render), ...tags.filter((pair) => drops(render, pair)), ...opened(render, tags)].filter(
    ([open]) => !headers.has(open),
  );
}

function assistant(content: string): object {
  return { role: 'assistant', content };
}

function aroundThought(render: RawRender): ThinkingMarks[] {
  const thought = { reasoning_content: THOUGHT, reasoning: THOUGHT, thinking: THOUGHT };
  const whole = render([QUESTION, { ...assistant(ANSWER), ...thought }]) ?? '';
  const open = tagBefore(whole, THOUGHT);
  const close = STARTS_WITH_TAG.exec(whole.split(THOUGHT)[1] ?? '')?.[1];
  return open === undefined || close === undefined ? [] : [[open, close]];
}

/** Whether thinking between these tags is left out of a past turn. */
function drops(render: RawRender, [open, close]: ThinkingMarks): boolean {
  const text = render([QUESTION, assistant(`${open}${THOUGHT}${close}${ANSWER}`), QUESTION]) ?? THOUGHT;
  return text.includes(ANSWER) && !text.includes(THOUGHT);
}

function opened(render: RawRender, tags: readonly ThinkingMarks[]): ThinkingMarks[] {
  const last = ENDS_IN_TAG.exec(render([QUESTION], true) ?? '')?.[1];
  return tags.filter(([open]) => open === last);
}

/** @returns The tag right before a text. */
function tagBefore(whole: string | undefined, text: string): string | undefined {
  const at = whole?.indexOf(text) ?? -1;
  return at < 0 ? undefined : ENDS_IN_TAG.exec(whole!.slice(0, at))?.[1];
}

/** @returns The tags that a template's source both opens and closes. */
function pairsIn(source: string): ThinkingMarks[] {
  const names = [...new Set(Array.from(source.matchAll(CLOSING), ([tag]) => tag))];
  const pairs = names.map((close): ThinkingMarks => [close.replace('/', ''), close]);
  return pairs.filter(([open]) => source.includes(open)).slice(0, MOST_TAGS);
}
