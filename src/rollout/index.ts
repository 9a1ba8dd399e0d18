/** Rollouts from prompts: the agent loop, chat templates and tool calls of models, tokenizers, and policies on servers. */
export { openModelDirectory, type ModelDirectory } from '../io/index.js';
export { parseToolCalls, type TemplateMessage } from '../base/index.js';
export { createAdapterSync, type AdapterSync } from './schedule/adapter-sync.js';
export type { AdapterSyncOptions } from './schedule/adapter-sync-options.js';
export { aiTools } from './tools/ai-tools.js';
export { BrokenEnvironmentError } from './environment.js';
export { BrokenToolError } from './tools/broken-tool-error.js';
export { createCalculatorTool } from './tools/calculator-tool.js';
export { createChatTemplate, type ChatTemplate } from './chat-template/chat-template.js';
export { createConversation, type Conversation } from './create-conversation.js';
export { QWEN3_14B_H100, type EngineCurve } from './schedule/engine-curve.js';
export { createEnginePolicy } from './engine/engine-policy.js';
export type { EnginePolicy, EnginePolicyOptions } from './engine/engine-policy.js';
export type { Environment, EnvironmentResponse } from './environment.js';
export { limitTool } from './tools/limit-tool.js';
export { sampleGroups } from './group-sampler.js';
export { loadHuggingFaceTokenizer } from './tokenizer/hugging-face-tokenizer.js';
export { loadChatTemplate, loadEndTokens, loadTokenizer } from './load-model-files.js';
export { createMcpTools, type McpTools } from './tools/mcp-tools.js';
export { createOpenAIPolicy } from './engine/openai-policy.js';
export { openAIMessage, openAITool } from './chat-template/openai-form.js';
export { describeTools, renderPrompt, renderToolTurn } from './chat-template/qwen-chat.js';
export type { RolloutOptions, RolloutTask } from './rollout-options.js';
export { runRollouts } from './run-rollouts.js';
export { standardSchemaTool } from './tools/standard-schema-tool.js';
export { ToolServerError } from './tools/mcp-server.js';
export type { GroupVerdict } from './sampled-group.js';
export { SamplingLimitError } from './sampled-group.js';
export type { ScheduledEngine, ScheduledPolicyOptions } from './schedule/scheduled-options.js';
export { createScheduledPolicy, type ScheduledPolicy } from './schedule/scheduled-policy.js';
export { drawScheduleTrace, type ScheduleTrace, type ScheduleTraceOptions } from './schedule/schedule-trace.js';
export { scheduleTraceOf } from './schedule/schedule-trace-of.js';
export {
  simulateSchedule,
  type EngineOccupancy,
  type OccupancySample,
  type ScheduleSimulation,
  type ScheduleSimulationOptions,
  type SchedulerName,
} from './schedule/simulate-schedule.js';
export type { ToolCallFormat } from './tool-calls/tool-call-format.js';
export { toolCallFormat } from './tool-calls/tool-call-formats.js';
export { vocabularyFiles } from './tokenizer/vocabulary-files.js';
export type { VocabularyTokenizer } from './tokenizer/vocabulary.js';
export { createVocabularyTokenizer } from './tokenizer/vocabulary-tokenizer.js';
