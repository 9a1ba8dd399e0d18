import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Seed } from '../../base/index.js';
import type { Decoder, DecoderConfig } from '../../tfjs/index.js';
import { readModelJson } from '../../io/index.js';
import type { TinkerBaseModel } from '../../tinker/internal/index.js';
import { UsageError, type CommandIo } from '../command.js';
import type { Flags } from '../flags.js';
import { importTfjs, openModel } from '../model.js';
import { SMALL_SPECIAL, writeSmallTokenizer } from './small-tokenizer.js';

/** The served model: its name, its description, and a function that creates a copy. */
export interface ServedModel {
  readonly name: string;
  readonly about: TinkerBaseModel;
  readonly config: DecoderConfig;
  readonly make: (seed: Seed) => Decoder | Promise<Decoder>;
}

/** Models of random weights, by the names that `--config` takes: the demo's, with about as many tokens. */
export const CONFIG_NAMES = ['small'] as const;
const SMALL_VOCABULARY = 300;

/**
 * The model that the flags name: that of a folder or of the hub (`--model`), else one of random weights (`--config`).
 *
 * @param checkpoints - Where the tokenizer of the latter is written.
 */
export async function servedModel(flags: Flags, io: CommandIo, checkpoints: string): Promise<ServedModel> {
  const chosen = flags.choice('config', CONFIG_NAMES, 'small');
  if (flags.text('model') !== undefined && flags.text('config') !== undefined)
    throw new UsageError('--config: cannot be used with --model');
  const { SMALL_DECODER, configFromHuggingFace, createDecoder, decoderConfig, loadModel } = await importTfjs();
  if (flags.text('model') === undefined) {
    const config = decoderConfig({ ...SMALL_DECODER, vocabSize: SMALL_VOCABULARY });
    const name = flags.text('name') ?? chosen;
    const { tokenizer, folder } = await writeSmallTokenizer(checkpoints);
    const about = {
      ...aboutOf(config),
      tokenizer,
      tokenizerId: folder,
      stopTokens: [tokenizer.tokenId(SMALL_SPECIAL[0])!],
    };
    return { name, about, config, make: (seed) => createDecoder(config, { seed }) };
  }
  const directory = await openModel(flags, io);
  const read = await readModelJson(directory, 'config.json');
  if (read === undefined) throw new Error(`${directory.name}: expected a config.json, found none`);
  const config = configFromHuggingFace(read);
  const isFolder = existsSync(directory.name);
  const tokenizerId = isFolder ? resolve(directory.name) : directory.name;
  return {
    name: flags.text('name') ?? directory.name,
    about: { ...aboutOf(config), tokenizerId, ...(await textOf(directory)) },
    config,
    make: () => loadModel(directory, { signal: io.signal }),
  };
}

function aboutOf({ vocabSize, maxPositionEmbeddings }: DecoderConfig): TinkerBaseModel {
  return { vocabularySize: vocabSize, contextLength: maxPositionEmbeddings };
}

/** @returns Its tokenizer and what ends a turn; nothing for a model without a tokenizer. */
async function textOf(directory: { readonly path: string; readonly name: string }): Promise<TinkerBaseModel> {
  if (!existsSync(join(directory.path, 'tokenizer.json'))) return {};
  const { loadEndTokens, loadTokenizer } = await import('../../rollout/index.js');
  const tokenizer = await loadTokenizer(directory);
  const ends = await loadEndTokens(directory).catch(() => []);
  return { tokenizer, stopTokens: ends.map((token) => tokenizer.tokenId(token)).filter((id) => id !== undefined) };
}
