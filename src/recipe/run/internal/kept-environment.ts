import { z } from 'zod';
import type { TemplateTool, Tokenizer } from '../../../base/index.js';
import { existsSync, join, readJsonFile, writeFileWhole } from '../../../io/index.js';
import { QWEN_CHAT, type ChatTemplate } from '../../../rollout/index.js';
import type { RolloutEnvironment } from '../../steps/roll-out.js';

/** What a run's directory says of how its model was talked to. */
export interface KeptEnvironment {
  /** A folder with the tokenizer and the chat template; undefined where they could not be kept. */
  readonly tokenizer: string | undefined;
  /** Why they could not be kept. */
  readonly tokenizerProblem: string | undefined;
  /** The tools as the model was told of them; undefined in a run that did not write them down. */
  readonly tools: readonly TemplateTool[] | undefined;
}

const schema = z.looseObject({
  tools: z.array(
    z.looseObject({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.json()) }),
  ),
  tokenizerProblem: z.string().optional(),
});

/**
 * Writes how the run's model is talked to: `environment.json`, with the tools as the model is told of them, and `tokenizer/`,
 * where tokenizer and chat template can be written down. Neither tells one run from another.
 */
export function keepEnvironment(
  directory: string,
  { tokenizer, chatTemplate = QWEN_CHAT, tools = [] }: RolloutEnvironment,
): void {
  const told = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  const files = filesOf(tokenizer, chatTemplate);
  const tokenizerProblem = typeof files === 'string' ? files : undefined;
  writeFileWhole(join(directory, 'environment.json'), jsonText({ tools: told, tokenizerProblem }));
  if (typeof files === 'string') return;
  for (const [name, text] of Object.entries(files)) writeFileWhole(join(directory, 'tokenizer', name), text);
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
