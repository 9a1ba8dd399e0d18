import type { JsonValue, TemplateMessage, TemplateTool } from '../../../../base/index.js';

const PROPERTIES = {
  probe_text: { type: 'string', description: 'A text.' },
  probe_count: { type: 'integer', description: 'A whole number.' },
  probe_ratio: { type: 'number', description: 'A number.' },
  probe_flag: { type: 'boolean', description: 'Yes or no.' },
  probe_list: { type: 'array', items: { type: 'string' }, description: 'A list.' },
  probe_record: { type: 'object', description: 'Anything.' },
};

/** Tools that no conversation has, so that their names and parameters in a rendered text are those of a call. */
export const PROBE_TOOLS: readonly TemplateTool[] = ['probe_first', 'probe_second'].map((name) => ({
  name,
  description: 'Takes what it is given.',
  parameters: {
    type: 'object',
    properties: {
      ...PROPERTIES,
      probe_nothing: { type: ['string', 'null'], description: 'A text or nothing.' },
    },
  },
}));

/** The same, each parameter with one type: some templates take no list of them. */
export const PLAIN_PROBE_TOOLS: readonly TemplateTool[] = PROBE_TOOLS.map((tool) => ({
  ...tool,
  parameters: { ...tool.parameters, properties: PROPERTIES },
}));

type Arguments = { readonly [name: string]: JsonValue };

/** A turn with calls that a format must give back as they are. */
export interface ProbeTurn {
  readonly shape: string;
  readonly content: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Arguments }[];
}

const FIRST = PROBE_TOOLS[0]!.name;
const SECOND = PROBE_TOOLS[1]!.name;

const turn = (shape: string, args: Arguments, content = ''): ProbeTurn => ({
  shape,
  content,
  calls: [{ name: FIRST, arguments: args }],
});

/** Every kind of call that a rollout may have; the first is the plainest. */
export const PROBE_TURNS: readonly [ProbeTurn, ...ProbeTurn[]] = [
  turn('a call', { probe_text: 'words' }),
  turn('words and a call', { probe_text: 'words' }, 'I look it up.'),
  turn('a call after thinking', { probe_text: 'words' }, '<think>\nWhich one?\n</think>\n\n'),
  {
    shape: 'two calls in a turn',
    content: '',
    calls: [
      { name: FIRST, arguments: { probe_text: 'one' } },
      { name: SECOND, arguments: { probe_text: 'two', probe_count: 2 } },
    ],
  },
  turn('a call without arguments', {}),
  turn('nested values', {
    probe_record: { deep: [{ x: [1, 'two', false] }, {}], 'a key': 'a, b: [c] {d}' },
    probe_list: ['x, y', "it's"],
  }),
  turn('quotes and lines', { probe_text: 'print("a\\n", \'b\')\n\tif x < 1 & y > 2:  # <b> {c} [d]\n' }),
  turn('numbers', { probe_count: -7, probe_ratio: 2.5, probe_flag: true }),
  turn('null', { probe_nothing: null }),
  turn('Unicode', { probe_text: 'é 漢字 🎉' }),
];

/** Message encodings of calls: arguments as an object or as JSON text; ids in the common form or in Kimi's. */
export const MESSAGE_ENCODINGS = [
  { asText: false, id: (_: string, index: number) => `00000000${index}` },
  { asText: true, id: (_: string, index: number) => `00000000${index}` },
  { asText: false, id: (name: string, index: number) => `functions.${name}:${index}` },
] as const;

/** @returns The turn as a message in one of these encodings. */
export function probeMessage(
  { content, calls }: ProbeTurn,
  { asText, id }: (typeof MESSAGE_ENCODINGS)[number],
): TemplateMessage {
  const toolCalls = calls.map((call, index) => ({
    id: id(call.name, index),
    name: call.name,
    arguments: asText ? JSON.stringify(call.arguments) : call.arguments,
  }));
  return { role: 'assistant', content, toolCalls };
}
