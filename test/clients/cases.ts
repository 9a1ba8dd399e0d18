/** One thing that a policy says, and what every client must see of it, character by character. */
export interface Case {
  readonly name: string;
  readonly says: string;
  readonly reasoning?: string;
  readonly content: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: unknown; readonly isBroken?: true }[];
}

/** Letters of several bytes, characters of several code points, and text that begins as marks do and is none. */
const WORDS =
  'Größe: 漢字, 👩‍👩‍👧‍👦 and 🏳️‍🌈.\n\n\t`if (a < b && c <= d)`\r\n"<b>" <tool <tools> </tool_call <thinking \\n \u0000\u2028 [DONE]\n\ndata: {}\n  End <tool_cal';

const callText = (text: string) => `<tool_call>\n${text}\n</tool_call>`;

export const CASES: readonly Case[] = [
  { name: 'text', says: WORDS, content: WORDS },
  {
    name: 'reasoning, then text',
    says: '<think>\n6 × 7 < 50, so… 🤔\n\nIt is </b> 42.\n</think>\n\nIt is 42. ✅',
    reasoning: '6 × 7 < 50, so… 🤔\n\nIt is </b> 42.',
    content: 'It is 42. ✅',
  },
  {
    name: 'one call',
    says: `I look there.\n${callText('{"name": "look", "arguments": {"place": "Zürich \\"Süd\\" 🌍 <here>"}}')}`,
    content: 'I look there.',
    calls: [{ name: 'look', arguments: { place: 'Zürich "Süd" 🌍 <here>' } }],
  },
  {
    name: 'two calls at once, after reasoning and without a word',
    says: `<think>\nBoth.\n</think>\n\n${callText('{"name": "add", "arguments": {"a": 1, "b": 2.50}}')}\n${callText('{"name":"look","arguments":{"place":"上海"}}')}`,
    reasoning: 'Both.',
    content: '',
    calls: [
      { name: 'add', arguments: { a: 1, b: 2.5 } },
      { name: 'look', arguments: { place: '上海' } },
    ],
  },
  {
    name: 'a call that does not parse',
    says: `Hm.\n${callText('{"name": "add", "arguments": {"a": 1, "b": oops')}`,
    content: 'Hm.',
    calls: [{ name: 'add', arguments: '{"a": 1, "b": oops\n', isBroken: true }],
  },
];
