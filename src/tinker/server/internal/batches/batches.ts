import { HttpError, limitConcurrency, type ByteBudget } from '../../../../io/index.js';
import type { TinkerForwardRequest, TinkerForwardResult } from '../../../wire/messages.js';
import { answerText, type Answer } from '../answer.js';
import type { RequestPlace } from '../http/bodies.js';
import { fingerprint, memoryOf } from '../requests.js';
import { move } from '../thread/remote-objects.js';
import { runForward, type BatchLearner, type ForwardLimits } from '../training/forward.js';
import { BatchThreadError, type BatchThread } from './batch-thread.js';
import { readForward, readSample, type BatchWork, type ReadSample, type RefusedBody } from './batch-work.js';

/** Larger bodies and answers are read and written by another thread: a smaller one takes some 10 ms at most. */
const LARGE_BYTES = 128 * 1024;

/** A batch that waits for its turn. */
export interface Batch extends RequestPlace {
  readonly fingerprint: string;
  /** Its size in memory. */
  readonly bytes: number;
  /** Called once at most. @throws What `runForward` throws. */
  run(learner: BatchLearner, limits: ForwardLimits): Promise<TinkerForwardResult>;
}

/** A body, and where to note which request it is once it is read. */
interface BatchCall {
  readonly body: Buffer;
  readonly contentType: string;
  place: RequestPlace | undefined;
}

/** Reads, runs and writes batches: small ones at once, large ones in a thread of their own, so that this one answers meanwhile. */
export class Batches {
  /** An answer is copied to the other thread when its turn comes, and not before. */
  readonly #writing = limitConcurrency(1);

  /**
   * @param thread - Without one, large batches are worked on here.
   * @param memory - Counts the bodies that the other thread has: their clients may be gone before they are read.
   */
  constructor(
    private readonly thread?: Pick<BatchThread, 'line'>,
    private readonly memory?: Pick<ByteBudget, 'reserve'>,
  ) {}

  /** @throws WireError or HttpError for a body that is no request. */
  async read(call: BatchCall, contentType = call.contentType): Promise<Batch> {
    const { body } = call;
    if (!this.#isLarge(body.length)) return batchOf(readForward(body, contentType));
    const answer = await this.#there(body, (work, bytes) => work.readBatch(bytes, contentType));
    const { message, ...read } = accepted(call, answer);
    call.place = read;
    return { ...read, run: (learner, limits) => this.#run(message, learner, limits) };
  }

  /** @throws WireError or HttpError for a body that is no request. */
  async readSample(call: BatchCall): Promise<Omit<ReadSample, 'kind'>> {
    const { body } = call;
    if (!this.#isLarge(body.length)) return readSample(body);
    return accepted(call, await this.#there(body, (work, bytes) => work.readSample(bytes)));
  }

  /** @returns The JSON of an answer, as text. */
  async textOf(answer: Answer): Promise<Uint8Array> {
    if (!this.#isLarge(answer.bytes)) return answerText(answer);
    return this.#writing(() => this.thread!.line.work.writeJson(answer));
  }

  async #there<T>(body: Buffer, read: (work: BatchWork, bytes: Buffer) => Promise<T>): Promise<T> {
    const reservation = this.memory?.reserve();
    reservation?.set(body.length);
    try {
      return await read(this.thread!.line.work, move(body));
    } finally {
      reservation?.set(0);
    }
  }

  async #run(message: Uint8Array, learner: BatchLearner, limits: ForwardLimits): Promise<TinkerForwardResult> {
    const { work, learners } = this.thread!.line;
    const sent = learners.add(learner);
    try {
      return await work.run(move(message), sent, limits);
    } catch (error) {
      // Some of its passes may have added their gradient.
      if (error instanceof BatchThreadError) await learner.discardGradients?.();
      throw error;
    } finally {
      learners.remove(sent);
    }
  }

  #isLarge(bytes: number): boolean {
    return this.thread !== undefined && bytes > LARGE_BYTES;
  }
}

/** @returns A batch that is worked on here. */
export function batchOf(request: TinkerForwardRequest): Batch {
  return {
    modelId: request.modelId,
    sequenceId: request.sequenceId,
    fingerprint: fingerprint(request),
    bytes: memoryOf(request),
    run: (learner, limits) => runForward(learner, request, limits),
  };
}

function accepted<T extends { readonly kind: 'read' }>(call: BatchCall, read: T | RefusedBody): T {
  if (read.kind === 'read') return read;
  call.place = read.place;
  throw new HttpError(read.status, read.detail);
}
