import type { Policy, Tokenizer } from '../../base/index.js';
import type { ChatTemplate } from '../../rollout/index.js';
import { BACKENDS } from '../backends.js';
import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';
import { checkSource } from '../there.js';

/** A policy with what it takes to talk to it. */
export interface OpenPolicy {
  readonly policy: Policy;
  readonly tokenizer: Tokenizer;
  readonly chatTemplate: ChatTemplate;
  /** The model's. */
  readonly name: string;
  /** Where samples come from, for the log. */
  readonly description: string;
  close(): Promise<void>;
}

/** @throws UsageError, before any work, for flags that name no policy, or ask for what it cannot do. */
export function checkPolicyFlags(flags: Flags): void {
  const [url, model, tokenizer] = [flags.url('base-url'), flags.text('model'), flags.text('tokenizer')];
  if (model === undefined && url === undefined) throw new UsageError('--model is missing');
  if (model === undefined && tokenizer === undefined)
    throw new UsageError('--tokenizer: expected a folder or an id of the hub, for there is no --model');
  if (tokenizer !== undefined) checkSource('tokenizer', tokenizer);
  if (model !== undefined && (url === undefined || tokenizer === undefined)) checkSource('model', model);
  if (url !== undefined && flags.has('entropy'))
    throw new UsageError('--entropy: expected a model in this process (no --base-url): servers tell no entropies');
}

/** The policy that the flags name: a server's (`--base-url`), else a model directory's, in this process. */
export async function openPolicy(flags: Flags, signal: AbortSignal): Promise<OpenPolicy> {
  const { createEnginePolicy, loadChatTemplate, loadTokenizer, openModelDirectory } =
    await import('../../rollout/index.js');
  const [url, model] = [flags.text('base-url'), flags.text('model')];
  const backend = flags.choice('backend', BACKENDS, 'auto');
  const offline = flags.has('offline') ? { offline: true } : {};
  const directory = await openModelDirectory(flags.text('tokenizer') ?? model!, { ...offline, signal });
  const [tokenizer, chatTemplate] = [await loadTokenizer(directory), await loadChatTemplate(directory)];
  if (url !== undefined) {
    const apiKey = flags.text('api-key', 'RSTAR2_API_KEY');
    const policy = await createEnginePolicy({
      ...{ url, model, chat: { tokenizer, chatTemplate }, signal },
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    const description = `${policy.model} at ${url} (${policy.engine}, ${policy.protocol})`;
    return { policy, tokenizer, chatTemplate, name: policy.model, description, close: async () => policy.close?.() };
  }
  const { createSampler, loadModel, selectBackend } = await import('../../tfjs/index.js');
  const chosen = await selectBackend({ backend });
  const loaded = await loadModel(directory, { signal });
  const sampler = createSampler(loaded);
  return {
    policy: sampler,
    tokenizer,
    chatTemplate,
    name: directory.name,
    description: `${directory.name} in this process (${chosen.name})`,
    async close() {
      await sampler.close?.();
      loaded.dispose();
    },
  };
}
