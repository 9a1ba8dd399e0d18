import * as z from 'zod';
import { MissingPeerError, ModelFileError, type JsonValue, type Tokenizer } from '../base/index.js';
import { errorMessage, parseOptions } from '../base/internal/index.js';
import {
  hubOptionsSchema,
  openModelDirectory,
  readModelJson,
  readModelText,
  type HubOptions,
  type ModelDirectory,
  type ModelSource,
} from '../io/index.js';
import {
  createChatTemplate,
  templateOptionsSchema,
  type ChatTemplate,
  type ChatTemplateOptions,
} from './chat-template/chat-template.js';
import { QWEN_CHAT_JINJA } from './chat-template/internal/index.js';
import { loadHuggingFaceTokenizer } from './tokenizer/hugging-face-tokenizer.js';

/** Options of {@link loadChatTemplate}. */
export interface LoadChatTemplateOptions
  extends HubOptions, Pick<ChatTemplateOptions, 'variables' | 'toolCallFormat' | 'toolsDescribedBy' | 'now'> {
  /**
   * The name of the template, if a model has several (`default`, `tool_use`, `rag`). Default: `tool_use` if it exists, else `default`.
   */
  readonly template?: string | undefined;
}

const optionsSchema = z.strictObject({
  ...hubOptionsSchema.shape,
  ...templateOptionsSchema.pick({ variables: true, toolCallFormat: true, toolsDescribedBy: true, now: true }).shape,
  template: z.string().optional(),
});

/**
 * Loads the tokenizer of a model's folder (`tokenizer.json`, `tokenizer_config.json`) or of the hub, with the optional peer dependency
 * `@huggingface/tokenizers`. `modelVocabularySize` comes from `config.json`, if there is one.
 *
 * @throws ModelFileError if the folder has no `tokenizer.json`, or it cannot be read; the errors of `openModelDirectory`.
 *
 * @example
 * const tokenizer = await loadTokenizer('Qwen/Qwen3-0.6B');
 */
export async function loadTokenizer(source: ModelSource, options: HubOptions = {}): Promise<Tokenizer> {
  const directory = await openModelDirectory(source, options);
  const json = await readModelJson(directory, 'tokenizer.json');
  if (json === undefined)
    throw new ModelFileError(
      `${directory.name}: expected a tokenizer.json, found none (transformers writes one: tokenizer.save_pretrained)`,
    );
  const config = (await readModelJson(directory, 'tokenizer_config.json')) ?? {};
  const modelVocabularySize = vocabularySizeOf((await readModelJson(directory, 'config.json')) ?? {});
  try {
    return { ...(await loadHuggingFaceTokenizer(json, config)), modelVocabularySize };
  } catch (cause) {
    if (cause instanceof ModelFileError || cause instanceof MissingPeerError) throw cause;
    throw new ModelFileError(`${directory.name}: tokenizer.json cannot be read: ${errorMessage(cause)}`, { cause });
  }
}

/** Models of images and text say it of the part that writes text. */
function vocabularySizeOf(model: Json): number | undefined {
  const { vocab_size: size } = { ...model, ...(model['text_config'] as Json | undefined) };
  return Number.isSafeInteger(size) && (size as number) > 0 ? (size as number) : undefined;
}

/**
 * Loads the chat template of a model's folder or of the hub, with data from the model's other files: special tokens
 * (`tokenizer_config.json`), the tokens that end a turn (`generation_config.json` and the template's end of sequence), and the context
 * length (`config.json`).
 *
 * The template is in `chat_template.jinja`, or in the configuration of the tokenizer: one template, or several by name.
 *
 * @throws ModelFileError if the folder does not have the template, or it cannot be read; the errors of `openModelDirectory`.
 *
 * @example
 * const chatTemplate = await loadChatTemplate('Qwen/Qwen3-0.6B');
 */
export async function loadChatTemplate(
  source: ModelSource,
  options: LoadChatTemplateOptions = {},
): Promise<ChatTemplate> {
  parseOptions(optionsSchema, options);
  const { template: named, variables, toolCallFormat, toolsDescribedBy, now, ...hub } = options;
  const directory = await openModelDirectory(source, hub);
  const config = (await readModelJson(directory, 'tokenizer_config.json')) ?? {};
  const text = await readTemplate(directory, config, named);
  const specialTokens = await readSpecialTokens(directory, config);
  return createChatTemplate({
    name: directory.name,
    source: text,
    specialTokens,
    endTokens: await readEndTokens(directory, specialTokens, config),
    contextLength: await readContextLength(directory, config),
    variables,
    toolCallFormat,
    // For models that were trained on our own format, the prompts describe the tools, or training did.
    toolsDescribedBy: toolsDescribedBy ?? (text === QWEN_CHAT_JINJA ? 'caller' : 'template'),
    now,
  });
}

/**
 * Loads the tokens that end a turn, as text, from a model's folder or the hub: the `endTokens` of `loadChatTemplate`, for models without a
 * template.
 *
 * @throws ModelFileError if its files name no end token; the errors of `openModelDirectory`.
 *
 * @example
 * const endTokens = await loadEndTokens('Qwen/Qwen3-0.6B');
 */
export async function loadEndTokens(source: ModelSource, options: HubOptions = {}): Promise<readonly string[]> {
  const directory = await openModelDirectory(source, options);
  const config = (await readModelJson(directory, 'tokenizer_config.json')) ?? {};
  return readEndTokens(directory, await readSpecialTokens(directory, config), config);
}

type Json = { readonly [name: string]: unknown };

async function readTemplate(directory: ModelDirectory, config: Json, named: string | undefined): Promise<string> {
  const templates = new Map<string, string>();
  const inConfig = config['chat_template'] ?? (await readModelJson(directory, 'chat_template.json'))?.['chat_template'];
  if (typeof inConfig === 'string') templates.set('default', inConfig);
  else if (Array.isArray(inConfig))
    for (const entry of inConfig as Partial<Record<'name' | 'template', unknown>>[])
      if (typeof entry?.name === 'string' && typeof entry.template === 'string')
        templates.set(entry.name, entry.template);
  const file = await readModelText(directory, 'chat_template.jinja');
  if (file !== undefined) templates.set('default', file);
  const text = named === undefined ? (templates.get('tool_use') ?? templates.get('default')) : templates.get(named);
  if (text !== undefined) return text;
  const there = templates.size === 0 ? 'none' : [...templates.keys()].join(', ');
  throw new ModelFileError(`${directory.name}: expected a chat template (${named ?? 'default'}), found ${there}`);
}

/** `bos_token`, `eos_token` and the like: texts, or objects with one. */
async function readSpecialTokens(
  directory: ModelDirectory,
  config: Json,
): Promise<{ readonly [name: string]: string }> {
  const map = (await readModelJson(directory, 'special_tokens_map.json')) ?? {};
  const tokens = Object.entries({ ...map, ...config }).flatMap(([name, value]) => {
    const content = textOf(value);
    return /^\w+_token$/.test(name) && content !== undefined ? [[name, content] as const] : [];
  });
  return Object.fromEntries(tokens);
}

function textOf(value: unknown): string | undefined {
  const content = typeof value === 'object' && value !== null ? (value as { content?: unknown }).content : value;
  return typeof content === 'string' ? content : undefined;
}

/** The tokenizer's own comes first: it is the one that templates write. */
async function readEndTokens(directory: ModelDirectory, special: Json, config: Json): Promise<string[]> {
  const ends = new Set<string>();
  if (typeof special['eos_token'] === 'string') ends.add(special['eos_token']);
  const generation = (await readModelJson(directory, 'generation_config.json')) ?? {};
  const listed = generation['eos_token_id'] ?? (await readModelJson(directory, 'config.json'))?.['eos_token_id'];
  const ids = (Array.isArray(listed) ? listed : [listed]).filter((id): id is number => typeof id === 'number');
  if (ids.length > 0) {
    const texts = await textsOfIds(directory, config);
    for (const id of ids) {
      const text = texts.get(id);
      if (text !== undefined) ends.add(text);
    }
  }
  if (ends.size > 0) return [...ends];
  throw new ModelFileError(
    `${directory.name}: expected the token that ends a turn in tokenizer_config.json (eos_token) or generation_config.json (eos_token_id), found none`,
  );
}

async function textsOfIds(directory: ModelDirectory, config: Json): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const added = (await readModelJson(directory, 'tokenizer.json'))?.['added_tokens'];
  for (const token of (Array.isArray(added) ? added : []) as ({ readonly id?: unknown } | null)[]) {
    const text = textOf(token);
    if (typeof token?.id === 'number' && text !== undefined) texts.set(token.id, text);
  }
  for (const [id, token] of Object.entries((config['added_tokens_decoder'] ?? {}) as { [id: string]: JsonValue })) {
    const text = textOf(token);
    if (text !== undefined) texts.set(Number(id), text);
  }
  return texts;
}

async function readContextLength(directory: ModelDirectory, config: Json): Promise<number | undefined> {
  const model = (await readModelJson(directory, 'config.json')) ?? {};
  const lengths = [model['max_position_embeddings'], config['model_max_length']].filter(
    // Transformers writes 1e30 for a length that is not known.
    (length): length is number => Number.isSafeInteger(length) && (length as number) > 0,
  );
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}
