import type { JsonValue, TemplateMessage, TemplateTool } from '../../../../base/index.js';
import { isJsonObject } from '../../../../base/internal/index.js';
import type { Thinking, InnerFormat } from '../../../tool-calls/internal/index.js';
import { TOOL_CALL_FORMATS, formatNames } from '../../../tool-calls/tool-call-formats.js';
import { StepLimitError } from '../jinja/step-budget.js';
import {
  PLAIN_PROBE_TOOLS,
  PROBE_TOOLS,
  PROBE_TURNS,
  MESSAGE_ENCODINGS,
  probeMessage,
  type ProbeTurn,
} from './probe-calls.js';

/** The parts of a template that are examined. */
interface Examined {
  readonly name: string;
  readonly source: string;
  readonly endTokens: readonly string[];
  readonly thinking: Thinking;
  readonly render: (
    messages: readonly TemplateMessage[],
    options: { readonly tools: readonly TemplateTool[]; readonly addGenerationPrompt?: boolean },
  ) => string;
}

/** A turn with calls as the template wrote it. */
interface WrittenProbe {
  readonly probe: ProbeTurn;
  /** The rendered texts, one for each message encoding that kept all calls. */
  readonly texts: readonly string[];
}

const QUESTION: TemplateMessage = { role: 'user', content: 'What is there?' };

/** Some templates need a system message, and some refuse a tool with a parameter that may be null. */
const STARTS = [PROBE_TOOLS, PLAIN_PROBE_TOOLS].flatMap((tools) => [
  { tools, messages: [QUESTION] },
  { tools, messages: [{ role: 'system', content: 'Be brief.' } as const, QUESTION] },
]);

/**
 * Finds a template's tool-call format: the first format that parses every call which the template renders. Calls that the
 * template refuses or leaves out do not count.
 *
 * For a template that renders no calls, the marks in its source decide. Without marks and without a description of tools, the format
 * is Hermes', which `describeTools` asks for.
 *
 * @returns The format. If no format parses the calls, a format with the reason in `unreadable`.
 */
export function detectToolCallFormat(template: Examined): InnerFormat {
  const written = writtenProbes(template);
  if (written.length === 0) return formatOfMarks(template);
  const { thinking } = template;
  const found = TOOL_CALL_FORMATS.find((format) => written.every((each) => givesBack(format, each, thinking)));
  return found ?? unreadable(whyNone(template, written));
}

function writtenTexts(template: Examined, start: Start, probe: ProbeTurn): readonly string[] {
  const { render } = template;
  const texts = MESSAGE_ENCODINGS.flatMap((encoding) => {
    const messages = [...start.messages, probeMessage(probe, encoding)];
    const whole = attempt(() => render(messages, { tools: start.tools }));
    if (whole === undefined) return [];
    const text = assistantText(start.text, whole, template);
    return comesThrough(probe, text) ? [text] : [];
  });
  return [...new Set(texts)];
}

interface Start {
  readonly tools: readonly TemplateTool[];
  readonly messages: readonly TemplateMessage[];
  readonly text: string;
}

function writtenProbes(template: Examined): readonly WrittenProbe[] {
  const [start] = openings(template.render);
  if (start === undefined) return [];
  return PROBE_TURNS.map((probe) => ({ probe, texts: writtenTexts(template, start, probe) })).filter(
    ({ texts }) => texts.length > 0,
  );
}

/** @returns The rendered text; undefined if the template refuses. @throws ModelFileError if it exceeds its step budget, so that it is not tried again. */
export function attempt(render: () => string): string | undefined {
  try {
    return render();
  } catch (error) {
    if ((error as Error).cause instanceof StepLimitError) throw error;
    return undefined;
  }
}

/** Whether a text has the name of every call and the names of all its arguments. */
function comesThrough({ calls }: ProbeTurn, text: string): boolean {
  return calls.every(({ name, arguments: args }) => [name, ...Object.keys(args)].every((each) => text.includes(each)));
}

function givesBack(format: InnerFormat, { probe, texts }: WrittenProbe, thinking: Thinking): boolean {
  const expected = probe.calls.map(({ name, arguments: args }) => canonical({ name, args })).join();
  return texts.some((text) => {
    const { calls } = format.parse(text, PROBE_TOOLS, { thinking });
    const read = calls.map((call) =>
      call.kind === 'call' ? canonical({ name: call.name, args: call.arguments }) : '',
    );
    return read.join() === expected;
  });
}

/** Some templates sort the keys of objects. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonical(item)).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`).join()}}`;
}

function formatOfMarks({ name, source, render }: Examined): InnerFormat {
  const marked = TOOL_CALL_FORMATS.flatMap((format) =>
    (format.marks ?? []).filter((mark) => source.includes(mark)).map((mark) => ({ format, mark })),
  );
  // Other formats use Hermes' mark too, and a short mark may be part of a longer one.
  const [found] = marked.sort(
    (a, b) => Number(a.format.name === 'hermes') - Number(b.format.name === 'hermes') || b.mark.length - a.mark.length,
  );
  if (found !== undefined) return found.format;
  return showsTools({ render })
    ? unreadable(
        `${name} shows tools, but the format of its tool calls is not known (${formatNames()}): set toolCallFormat to a name, or to your own ({ name, parse })`,
      )
    : TOOL_CALL_FORMATS[0]!;
}

/** @returns Whether a template shows the tools to the model. */
export function showsTools({ render }: Pick<Examined, 'render'>): boolean {
  return openings(render).some(({ text }) => PROBE_TOOLS.every(({ name }) => text.includes(name)));
}

/** @returns The prompts with tools that the template renders; empty if it refuses them all. */
function openings(render: Examined['render']): readonly Start[] {
  return STARTS.flatMap(({ tools, messages }) => {
    const text = attempt(() => render(messages, { tools, addGenerationPrompt: true }));
    return text === undefined ? [] : [{ tools, messages, text }];
  });
}

function unreadable(why: string): InnerFormat {
  return { name: 'unknown', unreadable: why, parse: (text) => ({ content: text, calls: [] }) };
}

/** @returns An error message: what the template writes, and which format comes closest. */
function whyNone({ name, thinking }: Examined, written: readonly WrittenProbe[]): string {
  const closest = [...TOOL_CALL_FORMATS]
    .map((format) => ({ format, missed: written.filter((each) => !givesBack(format, each, thinking)) }))
    .sort((a, b) => a.missed.length - b.missed.length)[0]!;
  const { probe, texts } = closest.missed.length < written.length ? closest.missed[0]! : written[0]!;
  const shown = JSON.stringify(texts[0]!.trim().slice(0, 160));
  const nearly =
    closest.missed.length < written.length
      ? `and ${closest.format.name} does not read ${probe.shape}`
      : `in a format other than ${formatNames()}`;
  return `${name} writes tool calls as ${shown}, ${nearly}: set toolCallFormat to your own ({ name, parse })`;
}

/**
 * Cuts the assistant's turn out of a rendered conversation: the text that a model would have to write after the prompt.
 *
 * @param prompt - The rendered conversation before the turn, with the generation prompt.
 * @param whole - The rendered conversation with the turn.
 * @returns The turn up to its first end token.
 */
function assistantText(
  prompt: string,
  whole: string,
  { endTokens, thinking }: { readonly endTokens: readonly string[]; readonly thinking: Thinking },
): string {
  const { closed, opened } = thinking.promptsWithout(prompt);
  const starts = [prompt, closed, opened];
  const start = starts.find((each) => whole.startsWith(each))?.length ?? commonStart(prompt, whole);
  const written = whole.slice(start);
  const ends = endTokens.map((token) => written.indexOf(token, 1)).filter((at) => at >= 0);
  return written.slice(0, Math.min(...ends, written.length));
}

/** @returns The length of the common start of two texts, without a partial tag: `<think>` and `<tool_call>` share a bracket. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  const open = Math.max(b.lastIndexOf('<', length - 1), b.lastIndexOf('[', length - 1));
  const close = Math.max(b.lastIndexOf('>', length - 1), b.lastIndexOf(']', length - 1));
  return open > close ? open : length;
}
