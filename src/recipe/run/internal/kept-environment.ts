import * as z from 'zod';
import type { JsonValue, TemplateTool, Tokenizer } from '../../../base/index.js';
import { existsSync, join, readJsonFile } from '../../../io/index.js';
import type { ChatTemplate } from '../../../rollout/index.js';
import { QWEN_CHAT } from '../../../rollout/internal/index.js';
import type { RolloutEnvironment } from '../../steps/roll-out.js';
import { RunError } from '../../run-error.js';
import type { RunFiles } from '../../internal/run-files.js';
import { difference } from './difference.js';

/** How a run's model was prompted, as its directory says. */
export interface KeptEnvironment {
  /** A folder with the tokenizer and the chat template; undefined where they could not be kept. */
  readonly tokenizer: string | undefined;
  /** Why they could not be kept. */
  readonly tokenizerProblem: string | undefined;
  /** The tools as the model saw them; undefined in a run that did not write them down. */
  readonly tools: readonly TemplateTool[] | undefined;
}

const schema = z.looseObject({
  tools: z.array(
    z.looseObject({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.json()) }),
  ),
  tokenizerProblem: z.string().optional(),
});

/**
 * Writes, for a new run, how its model is prompted: `environment.json`, with the tools as the model sees them, and `tokenizer/`,
 * where tokenizer and chat template can be written down. A run
 * that goes on has to have the same tools.
 *
 * @throws RunError for other tools.
 */
export async function keepEnvironment(
  files: RunFiles,
  { tokenizer, chatTemplate = QWEN_CHAT, tools = [] }: RolloutEnvironment,
  isNew: boolean,
): Promise<void> {
  const shown = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const differs = isNew ? undefined : await differenceOfTools(files, shown);
  if (differs !== undefined)
    throw new RunError(
      `${files.name}: the run in it was started with other tools (${differs}); choose another directory, or remove the run`,
    );
  if (!isNew) return;
  const texts = filesOf(tokenizer, chatTemplate);
  const tokenizerProblem = typeof texts === 'string' ? texts : undefined;
  await files.writeJson('environment.json', { tools: shown, tokenizerProblem });
  if (typeof texts === 'string') return;
  for (const [name, text] of Object.entries(texts)) await files.write(`tokenizer/${name}`, text);
}

export function readKeptEnvironment(directory: string): KeptEnvironment {
  const folder = join(directory, 'tokenizer');
  const kept = readJsonFile(schema, join(directory, 'environment.json'));
  return {
    tokenizer: existsSync(join(folder, 'generation_config.json')) ? folder : undefined,
    tokenizerProblem: kept?.tokenizerProblem,
    tools: kept?.tools,
  };
}

/** @returns Where the tools are not those of the run; undefined where they are, or it did not write them down. */
async function differenceOfTools(files: RunFiles, shown: readonly TemplateTool[]): Promise<string | undefined> {
  const kept = await files.readJson(schema, 'environment.json');
  if (kept === undefined) return undefined;
  const plain = (value: object) => JSON.parse(JSON.stringify(value)) as JsonValue;
  return difference(plain(kept.tools), plain(shown), 'options.tools');
}

/** @returns The files of `tokenizer/`, or why there are none. */
function filesOf(tokenizer: Tokenizer, chatTemplate: ChatTemplate): { readonly [name: string]: string } | string {
  if (tokenizer.files === undefined) return 'the tokenizer has no files()';
  if (chatTemplate.source === undefined) return 'the chat template has no source';
  try {
    return {
      ...tokenizer.files(),
      'chat_template.jinja': chatTemplate.source,
      'generation_config.json': jsonText({
        eos_token_id: chatTemplate.endTokens.flatMap((token) => tokenizer.tokenId(token) ?? []),
      }),
    };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
