/**
 * From prompts to rollouts: the agent loop, the tool calls it reads, tokenizers and policies on other machines.
 */
export * from './chat-template.js';
export * from './hugging-face-tokenizer.js';
export * from './openai-policy.js';
export { type RolloutOptions, type RolloutProgress, type RolloutTask } from './rollout-options.js';
export { type RetryOptions } from './retries.js';
export * from './run-rollouts.js';
export * from './tool-call-parser.js';
export * from './vocabulary-tokenizer.js';
