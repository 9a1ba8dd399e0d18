/** The protocol's bodies, for both ends: our types to bytes of protobuf and to JSON, and back. */
export { WireError } from './internal/limits.js';
export { decodeForwardRequest, encodeForwardRequest, readForwardPlace } from './internal/protobuf/forward-request.js';
export { decodeForwardResult, encodeForwardResult } from './internal/protobuf/forward-result.js';
export { decodeSampleResult, encodeSampleResult } from './internal/protobuf/sample-result.js';
export {
  forwardRequestFromJson,
  forwardRequestToJson,
  forwardResultFromJson,
  forwardResultToJson,
} from './internal/json/forward-json.js';
export {
  sampleRequestFromJson,
  sampleRequestToJson,
  sampleResultFromJson,
  sampleResultToJson,
} from './internal/json/sample-json.js';
export {
  checkCheckpointName,
  checkpointId,
  parseCheckpointId,
  parseTinkerPath,
  runName,
  tinkerPath,
  type CheckpointKind,
  type CheckpointName,
} from './internal/tinker-path.js';
export { adamToJson, loraToJson } from './internal/json/model-json.js';
export { endpoints, requestFailedSchema, tryAgainSchema } from './internal/json/endpoints.js';
export { ATTENTION, MLP, PROTOCOL_ADAM } from './messages.js';
export { parseBody } from './internal/json/schemas.js';

/** The content type of the protocol's protobuf. */
export const PROTOBUF_TYPE = 'application/x-protobuf';

/** What this package's server calls itself in its capabilities. */
export const OWN_SERVER = 'rstar2-agent';
