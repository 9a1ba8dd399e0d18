import type { ShapeFinding, TemplateReport } from '../../rollout/internal/index.js';
import { EXIT, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { openModel } from '../model.js';
import { tokenizerOfRun } from '../run-folder.js';

const HELP = `
rstar2-agent tokens doctor: whether conversations of a model can be gone on from exactly as they were sampled

Usage: rstar2-agent tokens doctor --model DIR [OPTIONS]
       rstar2-agent tokens doctor --run DIR [OPTIONS]

Tries the model's chat template with every shape of conversation that a rollout may take. In a rollout nothing that was
sampled is ever encoded again. For each shape it says whether that gives the template's own tokens:

  exact       what is appended to the turns is what the template writes
  drift       the template would write a turn otherwise: it says which, and how. What was sampled stays as it was, and
              the rollout is marked (tokens.drift)
  impossible  the template refuses to go on, or the calls of its format are not read here: such rollouts cannot be run

Options:
  --model DIR      a model's folder, or an id of the Hugging Face hub (owner/name, owner/name@revision)
  --run DIR        a run of runRecipe: the tokenizer and the chat template that it kept, else those of its model
  --template NAME  which of several templates (default tool_use where there is one, else default)
  --variables JSON  further variables of the template, such as '{"enable_thinking":false}'
  --tool-calls FORMAT  hermes, harmony or another of those in docs/chat-templates.md; default by the calls that the
                       template writes
  --offline        take what the hub's cache has
  --strict         exit with 1 unless every shape is exact
  --json           everything as one JSON object
  -h, --help       show this

Needs the packages @huggingface/tokenizers and @huggingface/jinja, and @huggingface/hub for an id of the hub.
Exit codes: 0 done, 1 the model's files cannot be used, a shape is impossible, or with --strict one drifts; 2 wrong usage.
`;

/** `rstar2-agent tokens doctor`: says what a model's chat template does to turns that were sampled. */
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
  const ends = endTokens.map(({ token, id }) => `${token} (${id ?? 'no token of the tokenizer'})`).join(', ');
  const width = Math.max(...shapes.map(({ shape }) => shape.length));
  return [
    `${model}: ${exact} of ${shapes.length} shapes of conversation are exact`,
    '',
    `  a turn ends at   ${ends}`,
    `  tool calls       ${toolCallFormat}`,
    ...(showsTools === false
      ? [
          '  tools            left out by the template: runs with tools are refused, unless they are described (toolsDescribedBy)',
        ]
      : []),
    ...leavesOut.map((what) => `  left out         ${what}: runs are refused`),
    `  context          ${contextLength === undefined ? 'not said' : `${contextLength} tokens`}`,
    '',
    ...shapes.flatMap((finding) => [
      `  ${finding.shape.padEnd(width)}  ${finding.kind}`,
      ...why(finding).map((line) => `    ${line}`),
    ]),
  ].join('\n');
}

const WHAT = { past: 'what stood before it', turn: 'the turn itself', refused: 'the answers to it' } as const;

function why({ drift, reason }: ShapeFinding): string[] {
  if (drift !== undefined) return [`after turn ${drift.turn + 1}, ${WHAT[drift.kind]}: ${drift.reason}`];
  return reason === undefined ? [] : [reason];
}
