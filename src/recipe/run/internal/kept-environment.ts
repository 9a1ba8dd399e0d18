import { z } from 'zod';
import type { Tokenizer } from '../../../base/index.js';
import { existsSync, join, readJsonFile, writeFileWhole } from '../../../io/index.js';
import { QWEN_CHAT } from '../../../rollout/index.js';
import type { RolloutEnvironment } from '../../steps/roll-out.js';

/** What a run's directory says of how its model was talked to. */
export interface KeptEnvironment {
  /** A folder with the tokenizer and the chat template; undefined where they could not be kept. */
  readonly tokenizer: string | undefined;
  /** The names of the tools; undefined in a run that did not write them down. */
  readonly tools: readonly string[] | undefined;
}

const schema = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

/**
 * Writes how the run's model is talked to: `environment.json`, with the tools as the model is told of them, and `tokenizer/`,
 * where tokenizer and chat template can be written down. Neither tells one run from another.
 */
export function keepEnvironment(
  directory: string,
  { tokenizer, chatTemplate = QWEN_CHAT, tools = [] }: RolloutEnvironment,
): void {
  const told = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  writeFileWhole(join(directory, 'environment.json'), jsonText({ tools: told }));
  const files = filesOf(tokenizer);
  if (files === undefined || chatTemplate.source === undefined) return;
  const ends = chatTemplate.endTokens.flatMap((token) => tokenizer.tokenId(token) ?? []);
  const all = {
    ...files,
    'chat_template.jinja': chatTemplate.source,
    'generation_config.json': jsonText({ eos_token_id: ends }),
  };
  for (const [name, text] of Object.entries(all)) writeFileWhole(join(directory, 'tokenizer', name), text);
}

export function readKeptEnvironment(directory: string): KeptEnvironment {
  const folder = join(directory, 'tokenizer');
  const kept = readJsonFile(schema, join(directory, 'environment.json'));
  return {
    tokenizer: existsSync(join(folder, 'generation_config.json')) ? folder : undefined,
    tools: kept?.tools.map(({ name }) => name),
  };
}

/** @returns The tokenizer's files; undefined where it has none, or they could not hold what it does. */
function filesOf(tokenizer: Tokenizer): { readonly [name: string]: string } | undefined {
  try {
    return tokenizer.files?.();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
