import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Policy, Tokenizer } from '../base/index.js';
import type { ChatTemplate } from '../rollout/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';
import { BACKENDS, openSampler, workersOf } from './model.js';
import { readRunFolder, type RunFolder } from './run-folder.js';
import { checkSource, isSource } from './paths.js';

/** A policy with its tokenizer and chat template. */
export interface OpenPolicy {
  readonly policy: Policy;
  readonly tokenizer: Tokenizer;
  readonly chatTemplate: ChatTemplate;
  /** The model's name. */
  readonly name: string;
  /** Where samples come from, for the log. */
  readonly description: string;
  /** Whether a turn comes piece by piece. */
  readonly streams: boolean;
  /** Reads all weights and returns a hash of them; undefined if the weights are on a server. */
  readonly weights: (() => Promise<string>) | undefined;
  readonly close: () => Promise<void>;
}

/** The flag of an engine's address; `gateway` calls it `--url`. */
export type UrlFlag = 'base-url' | 'url';

export const POLICY_HELP = `
  --base-url URL   address of an engine: vLLM, SGLang, or a server with Chat Completions; needs --model, and --tokenizer unless
                   the model's name is also a folder or an id of the Hugging Face hub
  --model NAME     with --base-url: the model's name on the engine; without it: a model's folder, or an id of the hub
  --tokenizer DIR  folder or hub id with the tokenizer and the chat template (default: that of --model); needed for a checkpoint
                   without a tokenizer
  --api-key KEY    key of the engine; RSTAR2_API_KEY in the environment does the same and does not show in ps
  --adapter DIR    without --base-url: a LoRA adapter in PEFT's format, a folder or an id of the hub
  --run DIR        without --base-url: the result of runRecipe in this folder, its final adapter or its last checkpoint. Model,
                   tokenizer, system message and tool name are those of the run; other flags replace them. Give --model if the
                   run does not name its model, or the model has moved
  --backend NAME   without --base-url: auto (default: the fastest that is installed), node-gpu, node, webgpu, wasm or cpu
  --workers N      without --base-url: compute threads, on wasm and cpu (default: one a core on wasm, 1 for small models)
  --offline        download nothing: use only the local cache of the hub
`.replace(/^\n|\n$/g, '');

/** @throws UsageError, before any work, for flags that name no policy, or ask for what it cannot do. */
export async function checkPolicyFlags(flags: Flags, urlFlag: UrlFlag = 'base-url'): Promise<void> {
  const [url, tokenizer] = [flags.url(urlFlag), flags.text('tokenizer')];
  for (const name of ['adapter', 'run'])
    if (url !== undefined && flags.text(name) !== undefined)
      throw new UsageError(`--${name}: cannot be used with --${urlFlag}`);
  const adapter = flags.text('adapter');
  if (flags.text('run') !== undefined && adapter !== undefined)
    throw new UsageError('--adapter: cannot be used with --run');
  const model = (await readRunFolder(flags))?.model ?? flags.text('model');
  if (model === undefined && url === undefined) throw new UsageError(`expected one of --model, --run and --${urlFlag}`);
  if (model === undefined && tokenizer === undefined)
    throw new UsageError('--tokenizer: expected a folder or an id of the hub, because there is no --model');
  if (tokenizer !== undefined) checkSource('tokenizer', tokenizer);
  if (model !== undefined && url === undefined) checkSource('model', model);
  if (model !== undefined && url !== undefined && tokenizer === undefined && !isSource(model))
    throw new UsageError(`--tokenizer: expected a folder or an id of the hub, because --model ${model} is neither`);
  if (adapter !== undefined) checkSource('adapter', adapter);
  if (url !== undefined && flags.has('entropy'))
    throw new UsageError(
      '--entropy: expected a model in this process (no --base-url): servers do not report entropies',
    );
  flags.choice('backend', BACKENDS, 'auto');
  workersOf(flags);
}

/** The policy that the flags name: a server's (`--base-url`), else a model directory's or a run's, in this process. */
export async function openPolicy(
  flags: Flags,
  signal: AbortSignal,
  urlFlag: UrlFlag = 'base-url',
): Promise<OpenPolicy> {
  await checkPolicyFlags(flags, urlFlag);
  const { createEnginePolicy, loadChatTemplate, loadTokenizer, openModelDirectory } =
    await import('../rollout/index.js');
  const [url, model] = [flags.text(urlFlag), flags.text('model')];
  const offline = flags.has('offline') ? { offline: true } : {};
  const run = await readRunFolder(flags);
  const open = (source: string) => openModelDirectory(source, { ...offline, signal });
  const source = run?.model ?? model;
  const from = flags.text('tokenizer') ?? run?.tokenizer ?? source!;
  if (run !== undefined && !hasTokenizer(from)) throw noTokenizer(run);
  const directory = await open(from);
  // If the template leaves tools out, chat describes them in the system message, and eval warns of prompts that name no tool.
  const template = await loadChatTemplate(directory, { toolsDescribedBy: 'caller' });
  const tokenizer = await loadTokenizer(directory);
  if (url === undefined) {
    const base = await open(run?.weights ?? source!);
    const adapter = run?.adapter ?? flags.text('adapter');
    const { policy, backend, contextLength, close } = await openSampler({ model: base, adapter }, flags, signal);
    // The tokenizer folder of a run does not state the context length.
    const chatTemplate = { ...template, contextLength: template.contextLength ?? contextLength };
    const what = adapter === undefined ? base.name : `${base.name} with ${adapter}`;
    const description = `${what} in this process (${backend})`;
    const weights = async () =>
      hashWeights([base.path, ...(adapter === undefined ? [] : [(await open(adapter)).path])]);
    return { policy, tokenizer, chatTemplate, name: source!, description, streams: true, weights, close };
  }
  const apiKey = flags.text('api-key', 'RSTAR2_API_KEY');
  const policy = await createEnginePolicy({
    ...{ url, model, chat: { tokenizer, chatTemplate: template }, signal },
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return {
    ...{ policy, tokenizer, chatTemplate: template, name: policy.model, streams: policy.streams, weights: undefined },
    description: `${policy.model} at ${url} (${policy.engine}, ${policy.protocol})`,
    close: async () => policy.close?.(),
  };
}

/** @returns Whether a source has a tokenizer; models of the hub do. */
function hasTokenizer(source: string): boolean {
  return !existsSync(source) || existsSync(join(source, 'tokenizer.json'));
}

function noTokenizer({ tokenizerProblem }: RunFolder): UsageError {
  const why = tokenizerProblem === undefined ? 'did not save it' : `could not save it (${tokenizerProblem})`;
  return new UsageError(`--tokenizer: expected the folder or the id of the run's tokenizer, because the run ${why}`);
}

/**
 * @param folders - Of a model, and of the adapter beside it.
 * @returns The start of the SHA-256 of their weights: 16 hexadecimal digits.
 */
async function hashWeights(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.safetensors'));
    for (const name of files.sort())
      await pipeline(createReadStream(join(folder, name), { highWaterMark: 2 ** 20 }), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 16);
}
