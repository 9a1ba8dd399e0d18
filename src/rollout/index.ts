/** From prompts to rollouts: the agent loop, models' chat templates and tool calls, tokenizers and policies on other machines. */
export {
  openModelDirectory,
  type HubOptions,
  type ModelDirectory,
  type ModelSource,
  type RetryOptions,
} from '../io/index.js';
export {
  parseToolCalls,
  TOOL_CALL_ERRORS,
  type ChatConversation,
  type GenerateOptions,
  type ParsedToolCall,
  type TemplateDrift,
  type TemplateMessage,
  type TemplateTool,
  type TemplateToolCall,
} from '../base/index.js';
export { aiTools, type AiTool, type AiToolsOptions } from './tools/ai-tools.js';
export { BrokenEnvironmentError } from './broken-environment-error.js';
export { BrokenToolError } from './tools/broken-tool-error.js';
export { createCalculatorTool, type CalculatorTool, type CalculatorToolOptions } from './tools/calculator-tool.js';
export {
  createChatTemplate,
  type ChatTemplate,
  type ChatTemplateOptions,
  type RenderOptions,
} from './chat-template/chat-template.js';
export {
  createConversation,
  type Conversation,
  type ConversationOptions,
  type ConversationReply,
} from './create-conversation.js';
export { QWEN3_14B_H100, type EngineCurve } from './schedule/engine-curve.js';
export type { EngineConnectionOptions } from './engine/engine-connection.js';
export { createEnginePolicy } from './engine/engine-policy.js';
export type { ChatTextOptions, EnginePolicy, EnginePolicyOptions, EngineProtocolName } from './engine/engine-policy.js';
export type { Environment, EnvironmentContext, EnvironmentResponse } from './environment.js';
export { examineTemplate, type ShapeFinding, type TemplateReport } from './examine-template.js';
export { layOutConversation, type ConversationLayout, type ModelFormat } from './lay-out-conversation.js';
export { limitTool, type ToolLimits } from './tools/limit-tool.js';
export { createGroupSampler, sampleGroups, type GroupSampler, type GroupSamplerOptions } from './group-sampler.js';
export { loadHuggingFaceTokenizer } from './tokenizer/hugging-face-tokenizer.js';
export { loadChatTemplate, loadEndTokens, loadTokenizer, type LoadChatTemplateOptions } from './load-model-files.js';
export type { McpServer } from './tools/mcp-server.js';
export { createMcpTools, type McpTools, type McpToolsOptions } from './tools/mcp-tools.js';
export { createOpenAIPolicy, type OpenAIPolicyOptions } from './engine/openai-policy.js';
export { openAIMessage, openAITool } from './chat-template/openai-form.js';
export { QWEN_CHAT, describeTools, renderPrompt, renderToolTurn } from './chat-template/qwen-chat.js';
export type { RolloutEvent } from './rollout-event.js';
export type { RolloutOptions, RolloutProgress, RolloutScore, RolloutTask, ScoreGroup } from './rollout-options.js';
export { runRollouts } from './run-rollouts.js';
export type { StandardSchema, StandardSchemaResult } from './tools/standard-schema.js';
export { standardSchemaTool, type StandardSchemaToolOptions } from './tools/standard-schema-tool.js';
export { ToolServerError } from './tools/tool-server-error.js';
export type { TracingOptions } from './tracing-options.js';
export type { ParsedTurn } from './tool-calls/parsed-turn.js';
export type { AcceptGroup, GroupBatch, GroupVerdict, SampledGroup } from './sampled-group.js';
export { SamplingLimitError } from './sampling-limit-error.js';
export type {
  ExpectedGrowth,
  ScheduledEngine,
  ScheduledEngineStatus,
  ScheduledPolicyOptions,
  ScheduledPolicyStatus,
} from './schedule/scheduled-options.js';
export { createScheduledPolicy, type ScheduledPolicy } from './schedule/scheduled-policy.js';
export {
  drawScheduleTrace,
  rolloutTraceSchema,
  scheduleTraceSchema,
  type RolloutTrace,
  type ScheduleTrace,
  type ScheduleTraceOptions,
  type TraceTurn,
} from './schedule/schedule-trace.js';
export { scheduleTraceOf } from './schedule/schedule-trace-of.js';
export {
  simulateSchedule,
  type EngineOccupancy,
  type OccupancySample,
  type ScheduleLosses,
  type ScheduleSimulation,
  type ScheduleSimulationOptions,
  type SchedulerName,
} from './schedule/simulate-schedule.js';
export { createSwitchingPolicy, type SwitchingPolicy } from './switching-policy.js';
export type { WritableCall } from './tool-calls/writable-call.js';
export type { ToolCallFormat } from './tool-calls/tool-call-format.js';
export { toolCallFormat, type ToolCallFormatName } from './tool-calls/tool-call-formats.js';
export { vocabularyFiles, type VocabularyFiles } from './tokenizer/vocabulary-files.js';
export type { VocabularyJson, VocabularyTokenizer } from './tokenizer/vocabulary.js';
export { createVocabularyTokenizer } from './tokenizer/vocabulary-tokenizer.js';
