export {
  createTinkerClient,
  type TinkerCapabilities,
  type TinkerClient,
  type TinkerClientOptions,
  type TinkerModelOptions,
  type TinkerSamplerOptions,
} from './client/tinker-client.js';
export {
  createTinkerLearnerFactory,
  type TinkerLearnerFactory,
  type TinkerLearnerFactoryOptions,
} from './client/learner-factory.js';
export { planTinkerObjective, type TinkerObjectivePlan } from './client/objective-plan.js';
export { createTinkerPolicy } from './client/policy.js';
export {
  describeTinkerProbe,
  probeTinkerServer,
  type TinkerProbeOptions,
  type TinkerProbeQuestion,
} from './client/probe.js';
export type {
  TinkerLossName,
  TinkerProbe,
  TinkerProbeCache,
  TinkerProbeFinding,
  TinkerReduction,
  TinkerSemantics,
} from './client/semantics.js';
export type { TinkerCheckpoint, TinkerCheckpoints, TinkerWeightsInfo } from './client/tinker-checkpoints.js';
export type { TinkerBatch, TinkerModel, TinkerModelInfo } from './client/tinker-model.js';
export type { TinkerPrompt, TinkerSampler } from './client/tinker-sampler.js';
export { TinkerError } from './client/tinker-error.js';
export type { TinkerBaseModel, TinkerServerEvent, TinkerServerLimits, TinkerServerOptions } from './server/options.js';
export { createTinkerServer, type TinkerServer } from './server/server.js';
export type {
  TinkerAdam,
  TinkerDatum,
  TinkerForwardRequest,
  TinkerForwardResult,
  TinkerLora,
  TinkerSampleRequest,
  TinkerSampleResult,
  TinkerSampling,
  TinkerSequence,
  TinkerTensor,
} from './wire/messages.js';
