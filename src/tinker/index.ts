export { TinkerError } from './client/tinker-error.js';
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
