/** From prompts to rollouts: the agent loop, the tool calls it reads, tokenizers and policies on other machines. */
export type { RetryOptions } from '../io/index.js';
export { BrokenToolError } from './broken-tool-error.js';
export { describeTools, renderPrompt, renderToolTurn } from './chat-template.js';
export { createEnginePolicy } from './engine-policy.js';
export type { EnginePolicy, EnginePolicyOptions, EngineProtocolName } from './engine-policy.js';
export { loadHuggingFaceTokenizer } from './hugging-face-tokenizer.js';
export { createOpenAIPolicy, type OpenAIPolicyOptions } from './openai-policy.js';
export type { RolloutOptions, RolloutProgress, RolloutTask } from './rollout-options.js';
export { runRollouts } from './run-rollouts.js';
export { TOOL_CALL_ERRORS, parseToolCalls, type ParsedToolCall } from '../base/index.js';
export { createVocabularyTokenizer, type VocabularyJson, type VocabularyTokenizer } from './vocabulary-tokenizer.js';
