import { HttpError } from '../../../../io/index.js';
import {
  decodeForwardRequest,
  encodeForwardRequest,
  forwardRequestFromJson,
  PROTOBUF_TYPE,
  sampleRequestFromJson,
  WireError,
} from '../../../wire/index.js';
import type { TinkerForwardRequest, TinkerForwardResult, TinkerSampleRequest } from '../../../wire/messages.js';
import { answerText, clientWordsOf, type Answer } from '../answer.js';
import { placeOf, readExactJson, readJson, type RequestPlace } from '../http/bodies.js';
import { fingerprint, memoryOf } from '../requests.js';
import { move, type SentObject } from '../thread/remote-objects.js';
import { runForward, type BatchLearner, type ForwardLimits } from '../training/forward.js';

/** A batch that was read, as far as its place in the queue asks for it. */
export interface ReadBatch extends RequestPlace {
  readonly kind: 'read';
  readonly fingerprint: string;
  /** Its size in memory. */
  readonly bytes: number;
  /** The request as protobuf. */
  readonly message: Uint8Array;
}

/** A body that is not taken: the status and detail of the refusal, and which request it is where that can be read. */
export interface RefusedBody {
  readonly kind: 'refused';
  readonly status: number;
  readonly detail: unknown;
  readonly place: RequestPlace | undefined;
}

/** A request to sample, and its sequence id as it was written, whatever its length; undefined where there is none. */
export interface ReadSample {
  readonly kind: 'read';
  readonly request: TinkerSampleRequest;
  readonly number: string | undefined;
}

/** The work on large bodies and answers: it takes seconds for the largest. */
export interface BatchWork {
  readBatch(body: Uint8Array, contentType: string): Promise<ReadBatch | RefusedBody>;
  readSample(body: Uint8Array): Promise<ReadSample | RefusedBody>;
  /** @param learner - Of the thread that calls. @throws What `runForward` throws. */
  run(message: Uint8Array, learner: SentObject, limits: ForwardLimits): Promise<TinkerForwardResult>;
  writeJson(answer: Answer): Promise<Uint8Array>;
}

/** The work as the calling thread sees it. */
export const BATCH_WORK: SentObject = {
  object: 0,
  methods: ['readBatch', 'readSample', 'run', 'writeJson'] satisfies (keyof BatchWork)[],
  values: {},
};

/** @param use - Gives the stand-in of a learner of the calling thread. */
export function batchWork(use: (learner: SentObject) => BatchLearner): BatchWork {
  return {
    readBatch: (body, contentType) =>
      refusing(bufferOf(body), contentType, (bytes) => {
        const request = readForward(bytes, contentType);
        const { modelId, sequenceId } = request;
        // The body is of no use any more once it is read, and so its memory is that of the message.
        const message = contentType.includes(PROTOBUF_TYPE) ? new Uint8Array(bytes) : encodeForwardRequest(request);
        const read = { modelId, sequenceId, fingerprint: fingerprint(request), bytes: memoryOf(request) };
        return { kind: 'read', ...read, message: move(message) };
      }),
    readSample: (body) => refusing(bufferOf(body), '', (bytes) => ({ kind: 'read', ...readSample(bytes) })),
    run: (message, learner, limits) => runForward(use(learner), decodeForwardRequest(message), limits),
    writeJson: (answer) => Promise.resolve(move(answerText(answer))),
  };
}

/** @throws WireError or HttpError for a body that is no request. */
export function readForward(body: Buffer, contentType: string): TinkerForwardRequest {
  return contentType.includes(PROTOBUF_TYPE) ? decodeForwardRequest(body) : forwardRequestFromJson(readJson(body));
}

/** @throws WireError or HttpError for a body that is no request. */
export function readSample(body: Buffer): Omit<ReadSample, 'kind'> {
  const read = readExactJson(body);
  const { seq_id: number } = (read ?? {}) as { readonly seq_id?: number | string | null };
  const request = sampleRequestFromJson(typeof number === 'string' ? { ...(read as object), seq_id: 0 } : read);
  return { request, number: number == null ? undefined : String(number) };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Errors that are the sender's go to the calling thread as values, since it knows their classes no more. */
function refusing<T>(body: Buffer, contentType: string, read: (body: Buffer) => T): Promise<T | RefusedBody> {
  return Promise.resolve().then((): T | RefusedBody => {
    try {
      return read(body);
    } catch (error) {
      const place = placeOf(body, contentType);
      if (error instanceof HttpError) return { kind: 'refused', status: error.status, detail: error.detail, place };
      if (!(error instanceof WireError || error instanceof RangeError || error instanceof TypeError)) throw error;
      return { kind: 'refused', status: 400, detail: clientWordsOf(error), place };
    }
  });
}
