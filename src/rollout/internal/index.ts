/**
 * What other rooms need of rollout and no user does. For rooms that serve policies over HTTP: conversations whose tokens are only
 * ever added to, and text that cannot become a control token.
 */
export { AppendOnlyConversation } from './conversation/append-only-conversation.js';
export { startConversation, type ConversationFormat } from './conversation/conversation-start.js';
export { encodeGuarded, guard, guardAll } from './conversation/guarded-text.js';
export { TokenRecorder } from './conversation/token-recorder.js';
export { callId, idOf, type SampledTurn } from './conversation/turn-messages.js';
export type { WrittenTurn } from './conversation/written-turn.js';
export { generateTurn } from './loop/generate-turn.js';
export { prepareConversations, roomAfter } from './loop/prepare-loop.js';
export { InfrastructureError, isSetApart, type AgentLoopContext, type Progress } from './loop/rollout-plan.js';
export { inAgentSpan, placeOfTurn } from './loop/trace/gen-ai.js';
export type { LoopSpan } from './loop/trace/loop-span.js';
export { withinTurn } from './loop/within-turn.js';
export { endSessions } from './loop/endings.js';
export { callForm, MarkSearch, type SpeechPiece, type SpeechReader } from '../tool-calls/internal/index.js';
export { turnMarks, type TurnMarks } from './conversation/turn-marks.js';
export {
  rolloutOptionsSchema,
  type MakeOutcome,
  type OutcomePlan,
  type ResolvedRolloutOptions,
} from '../rollout-options.js';
// For training and the command line.
export type { ConversationOptions, ConversationReply } from '../create-conversation.js';
export { examineTemplate, type ShapeFinding, type TemplateReport } from '../examine-template.js';
export { rolloutTraceSchema, scheduleTraceSchema } from '../schedule/schedule-trace.js';
export { QWEN_CHAT } from '../chat-template/qwen-chat.js';
export { createGroupSampler, type GroupSampler } from '../group-sampler.js';
export { layOutConversation, type ConversationLayout, type ModelFormat } from '../lay-out-conversation.js';
export type { RolloutEvent } from '../rollout-event.js';
export type { RolloutProgress, ScoreGroup } from '../rollout-options.js';
export type { AcceptGroup, GroupBatch, SampledGroup } from '../sampled-group.js';
export { createSwitchingPolicy, type SwitchingPolicy } from '../switching-policy.js';
export type { TracingOptions } from '../tracing-options.js';
