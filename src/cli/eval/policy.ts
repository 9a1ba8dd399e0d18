import type { Policy, Tokenizer } from '../../base/index.js';
import type { ChatTemplate } from '../../rollout/index.js';
import { BACKENDS } from '../backends.js';
import type { Flags } from '../flags.js';

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
