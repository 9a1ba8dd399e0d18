import type { ShapeFinding, TemplateReport } from '../../rollout/internal/index.js';
import { EXIT, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { openModel } from '../model.js';
import { tokenizerOfRun } from '../run-folder.js';

const HELP = `
rstar2-agent tokens doctor: check whether a model's chat template keeps the sampled tokens of each turn

Usage: rstar2-agent tokens doctor --model DIR [OPTIONS]
       rstar2-agent tokens doctor --run DIR [OPTIONS]

A rollout never encodes sampled tokens again; it appends the new messages. This command tries every shape of conversation that a
rollout can have, and compares the result with the tokens that the chat template itself would write:

  exact       the tokens are the same
  drift       the template would write a turn differently; the report says which turn and how. The sampled tokens stay, and the
              rollout is marked (tokens.drift)
  impossible  the template refuses the conversation, or its format of tool calls cannot be read: such rollouts cannot run

Options:
  --model DIR      a model's folder, or an id of the Hugging Face hub (owner/name, owner/name@revision)
  --run DIR        folder of a runRecipe run: the tokenizer and chat template saved in it, else those of its model
  --template NAME  one of several templates (default: tool_use if there is one, else default)
  --variables JSON  more variables of the template, such as '{"enable_thinking":false}'
  --tool-calls FORMAT  hermes, harmony or another format in docs/chat-templates.md (default: detected from the template)
  --offline        download nothing: use only the local cache of the hub
  --strict         exit with 1 unless every shape is exact
  --json           print everything as one JSON object
  -h, --help       show this

Example:

  $ rstar2-agent tokens doctor --model Qwen/Qwen3-0.6B

Needs the packages @huggingface/tokenizers and @huggingface/jinja, and @huggingface/hub for an id of the hub.
Exit codes: 0 done, 1 the model's files cannot be used, a shape is impossible, or with --strict a shape drifts; 2 wrong usage.
`;

/** `rstar2-agent tokens doctor`: compares sampled turns with what a model's chat template writes. */
export const tokensDoctorCommand: Command = {
  help: HELP,
  async run(argv, io) {
    const flags = Flags.parse(argv, HELP);
    const { loadChatTemplate, loadTokenizer, toolCallFormat } = await import('../../rollout/index.js');
    const { examineTemplate } = await import('../../rollout/internal/index.js');
    const variables = flags.json('variables');
    const format = flags.text('tool-calls');
    const named =
      format === undefined
        ? undefined
        : await flags.check(() => toolCallFormat(format), { toolCallFormat: ['tool-calls'] });
    const directory = await openModel(flags, io, await tokenizerOfRun(flags));
    const template = await loadChatTemplate(directory, {
      template: flags.text('template'),
      variables,
      toolCallFormat: named,
    });
    const report = examineTemplate(template, await loadTokenizer(directory));
    const text = flags.has('json')
      ? JSON.stringify({ model: directory.name, ...report }, null, 2)
      : tokensReport(directory.name, report);
    await write(io.stdout, `${text}\n`);
    const kinds = report.shapes.map(({ kind }) => kind);
    const failed =
      kinds.includes('impossible') ||
      report.leavesOut.length > 0 ||
      report.endTokens.some(({ id }) => id === undefined);
    return failed || (flags.has('strict') && kinds.some((kind) => kind !== 'exact')) ? EXIT.failure : EXIT.ok;
  },
};

/** @returns The report for a person to read. */
export function tokensReport(
  model: string,
  { endTokens, toolCallFormat, showsTools, leavesOut, contextLength, shapes }: TemplateReport,
): string {
  const exact = shapes.filter(({ kind }) => kind === 'exact').length;
  const ends = endTokens.map(({ token, id }) => `${token} (${id ?? 'not a token of the tokenizer'})`).join(', ');
  const width = Math.max(...shapes.map(({ shape }) => shape.length));
  return [
    `${model}: ${exact} of ${shapes.length} shapes of conversation are exact`,
    '',
    `  a turn ends at   ${ends}`,
    `  tool calls       ${toolCallFormat}`,
    ...(showsTools === false
      ? [
          '  tools            the template drops them: runs with tools are refused unless you describe the tools (toolsDescribedBy)',
        ]
      : []),
    ...leavesOut.map((what) => `  dropped          ${what}: runs are refused`),
    `  context          ${contextLength === undefined ? 'unknown' : `${contextLength} tokens`}`,
    '',
    ...shapes.flatMap((finding) => [
      `  ${finding.shape.padEnd(width)}  ${finding.kind}`,
      ...why(finding).map((line) => `    ${line}`),
    ]),
  ].join('\n');
}

const WHAT = { past: 'the text before it', turn: 'the turn itself', refused: 'the answers to it' } as const;

function why({ drift, reason }: ShapeFinding): string[] {
  if (drift !== undefined) return [`after turn ${drift.turn + 1}, ${WHAT[drift.kind]}: ${drift.reason}`];
  return reason === undefined ? [] : [reason];
}
