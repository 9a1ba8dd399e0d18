/**
 * Says of every template in a folder what becomes of its calls: see `npm run test:templates`. Exit code 1 where a call is lost
 * in silence, or where fewer than nine in ten of the templates that write calls give their own back.
 *
 * The calls are other ones than those by which formats are found.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { TemplateMessage, TemplateTool } from '../../src/base/index.js';
import { createChatTemplate, runRollouts, type ChatTemplate } from '../../src/rollout/index.js';
import { createScriptedPolicy } from '../../src/testing/scripted-policy.js';

const folder = process.argv[2]!;
const MARK = 'zebra_crossing';
const TOOL: TemplateTool = {
  name: 'marked_tool',
  description: 'Looks a word up.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string', description: 'The word.' } },
    required: ['word'],
  },
};
const QUESTION: TemplateMessage = { role: 'user', content: 'Which word?' };
const PROMPTS: readonly (readonly TemplateMessage[])[] = [
  [QUESTION],
  [{ role: 'system', content: 'Be brief.' }, QUESTION],
];
const SPECIAL = { bos_token: '<s>', eos_token: '</s>' };

const KINDS = {
  given: 'gives its call back',
  refused: 'refused by name',
  leftOut: 'leaves the tools out',
  refusesTools: 'refuses tools',
  refusesCalls: 'refuses calls',
  none: 'writes no call',
  silent: 'IN SILENCE',
} as const;

interface Finding {
  readonly kind: keyof typeof KINDS;
  /** Whether the template writes calls, by whatever it writes about them; one that refuses the tools, by its text. */
  readonly writes: boolean;
  readonly words: string;
}

const rows: (Finding & { readonly file: string })[] = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jinja'))) {
  const row = { file, ...(await examine(file, readFileSync(`${folder}/${file}`, 'utf8'))) };
  rows.push(row);
  console.log(`${file.padEnd(56)} ${KINDS[row.kind].padEnd(20)} ${row.words}`);
}

const count = (kind: Finding['kind'], among: readonly Finding[]): number =>
  among.filter((row) => row.kind === kind).length;
for (const [kind, name] of Object.entries(KINDS)) console.log(`${name}: ${count(kind as Finding['kind'], rows)}`);
const writing = rows.filter(({ writes }) => writes);
const [given, silent] = [count('given', writing), count('silent', rows)];
console.log(
  `of the templates that write calls at all: ${given} of ${writing.length} (${((100 * given) / writing.length).toFixed(1)} %) give their own call back, the other ${writing.length - given - silent} are refused by name, ${silent} lost in silence`,
);
if (silent > 0 || given < 0.9 * writing.length) process.exitCode = 1;

async function examine(name: string, source: string): Promise<Finding> {
  const options = { source, specialTokens: SPECIAL };
  const plain = await createChatTemplate({ ...options, endTokens: ['</s>'], toolCallFormat: 'hermes' });
  const template = await createChatTemplate({ ...options, name, endTokens: [endOf(plain)] });
  const format = template.toolCallFormat;
  const refusal = await refusalOf(template);
  const leavesOut = refusal?.includes('leaves them out') === true;
  const { turns, words } = ownTurns(plain);
  if (turns.length > 0) {
    const isRead = turns.some((turn) =>
      format
        .parse(turn, [TOOL])
        .calls.some((call) => call.kind === 'call' && call.name === TOOL.name && call.arguments['word'] === MARK),
    );
    const note = leavesOut ? ', leaves the tools out' : '';
    if (isRead && (refusal === undefined || leavesOut))
      return { kind: 'given', writes: true, words: format.name + note };
    if (refusal === undefined) return { kind: 'silent', writes: true, words: JSON.stringify(turns[0]!.slice(-200)) };
    return { kind: 'refused', writes: true, words: shown(refusal) };
  }
  if (leavesOut) return { kind: 'leftOut', writes: false, words: '' };
  if (refusal?.startsWith('options.tools') === true)
    return { kind: 'refusesTools', writes: source.includes('tool_call'), words: shown(refusal) };
  const read = refusal === undefined ? `read as ${format.name}, by its marks` : shown(refusal);
  return words === undefined
    ? { kind: 'none', writes: false, words: read }
    : { kind: 'refusesCalls', writes: false, words: `${read}: ${words}` };
}

function shown(words: string): string {
  return words.slice(0, 300);
}

/** @returns Why a run with tools is refused; undefined where it is not. */
async function refusalOf(template: ChatTemplate): Promise<string | undefined> {
  const tokenizer = {
    vocabularySize: 0x11_0000,
    encode: (text: string) => Int32Array.from(text, (letter) => letter.codePointAt(0)!),
    decode: (ids: Int32Array) => String.fromCodePoint(...ids),
    tokenId: (token: string) => 0x10_0000 + template.endTokens.indexOf(token),
  };
  const policy = createScriptedPolicy({ tokenizer, script: ['Done.'] });
  const tool = { ...TOOL, execute: () => ({ kind: 'ok' as const, text: 'ok' }) };
  try {
    await runRollouts([], {
      policy,
      tokenizer,
      chatTemplate: template,
      tools: [tool],
      maxTokens: 100,
      seed: 1,
    } as never);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @returns What a template writes for a turn with the marked call, in every way of telling it that comes through; its words where it refuses them all. */
function ownTurns(template: ChatTemplate): { readonly turns: readonly string[]; readonly words: string | undefined } {
  const ids = ['000000000', `functions.${TOOL.name}:0`];
  const ways = PROMPTS.flatMap((prompt) =>
    [{ word: MARK }, JSON.stringify({ word: MARK })].flatMap((args) =>
      ids.flatMap((id) => [[TOOL], []].map((tools) => ({ prompt, args, id, tools }))),
    ),
  );
  const refusals: string[] = [];
  const turns = ways.flatMap(({ prompt, args, id, tools }) => {
    try {
      const turn = { role: 'assistant', content: '', toolCalls: [{ id, name: TOOL.name, arguments: args }] } as const;
      const text = template.render([...prompt, turn], { tools });
      const starts = [true, false].map((addGenerationPrompt) =>
        template.render(prompt, { tools, addGenerationPrompt }),
      );
      const start = starts.find((each) => text.startsWith(each)) ?? commonStart(text, starts[0]!);
      const written = text.slice(start.length);
      return written.includes(TOOL.name) && written.includes(MARK) ? [written] : [];
    } catch (error) {
      refusals.push((error as Error).message);
      return [];
    }
  });
  return { turns, words: refusals.length === ways.length ? refusals[0] : undefined };
}

/** @returns What two texts begin with, up to the last line or tag that both have whole. */
function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length++;
  return a.slice(0, Math.max(a.lastIndexOf('\n', length - 1), a.lastIndexOf('>', length - 1)) + 1);
}

/** The last token behind an answer; a template alone does not say which one ends a turn. */
function endOf(template: ChatTemplate): string {
  try {
    const text = template.render([QUESTION, { role: 'assistant', content: 'ANSWER' }]);
    const behind = text.slice(text.lastIndexOf('ANSWER') + 6).match(/<[^<>\s]+>|\[[^[\]\s]+\]?/g);
    return behind?.at(-1) ?? '</s>';
  } catch {
    return '</s>';
  }
}
