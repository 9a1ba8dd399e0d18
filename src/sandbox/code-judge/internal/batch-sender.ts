import { SandboxError } from '../../../base/index.js';
import { followSignal, waitForAbort, type HttpClient, type ResolvedRetryOptions } from '../../../io/index.js';
import { batchResultSchema, type DetailedResult, type Submission } from '../../internal/code-judge-protocol.js';
import { post, retried } from './post.js';

/** A call in wire format, and the signal of its caller. */
export interface PreparedCall {
  readonly submission: Submission;
  readonly signal: AbortSignal | undefined;
}

/** Posts batches, and posts those calls again that timed out in the server's queue. */
export class BatchSender {
  constructor(
    private readonly http: HttpClient,
    private readonly retry: ResolvedRetryOptions,
    private readonly closing: AbortSignal,
  ) {}

  /** @returns One answer a call, in their order. @throws SandboxError when no call of the batch could be made. */
  async send(batch: readonly PreparedCall[]): Promise<DetailedResult[]> {
    const unwanted = whenAllAbort(batch.map(({ signal }) => signal));
    try {
      return await this.#sendUntil(batch, AbortSignal.any([this.closing, unwanted.signal]));
    } finally {
      unwanted.release();
    }
  }

  async #sendUntil(batch: readonly PreparedCall[], signal: AbortSignal): Promise<DetailedResult[]> {
    const answers = new Array<DetailedResult>(batch.length);
    let open = batch.map((_, i) => i);
    const attempt = async () => {
      const submissions = open.map((i) => batch[i]!.submission);
      const results = await this.#post(submissions, signal);
      open.forEach((at, i) => (answers[at] = results[i]!));
      open = open.filter((at) => answers[at]!.reason === 'queue_timeout');
      return { result: undefined, retry: open.length > 0 };
    };
    const failure = await retried<undefined>(attempt, this.retry, signal);
    if (failure !== undefined && open.length === batch.length) throw failure;
    return answers;
  }

  async #post(submissions: readonly Submission[], signal: AbortSignal): Promise<readonly DetailedResult[]> {
    const body = JSON.stringify({ type: 'batch', submissions });
    const read = (json: unknown) => batchResultSchema.parse(json).results;
    const results = await post(this.http, { path: '/run/long-batch', body, signal, read });
    if (results.length === submissions.length) return results;
    throw new SandboxError('the server answered with a different number of results', { retryable: true });
  }
}

/** @returns A signal that is aborted when all of these are: then no caller waits for the batch. */
function whenAllAbort(signals: readonly (AbortSignal | undefined)[]): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const followed = [...new Set(signals)].map(followSignal);
  void Promise.all(followed.map(({ signal }) => waitForAbort(signal))).then(() =>
    controller.abort(new SandboxError('every call of the batch was cancelled')),
  );
  return { signal: controller.signal, release: () => followed.forEach((one) => one.release()) };
}
