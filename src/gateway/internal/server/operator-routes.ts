import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { stringifyRollout, type RolloutOutcome } from '../../../base/index.js';
import { requireKey } from '../../../io/index.js';
import { Refusal } from '../refusal.js';
import type { GatewaySessionOptions } from '../../gateway-options.js';
import type { GatewaySessions } from './gateway-sessions.js';
import { decodedSegment, requireMethod } from './http-parts.js';

/** A request for the operator, which opens and ends sessions. */
export interface OperatorCall {
  readonly request: IncomingMessage;
  readonly path: string;
  /** Reads the body as JSON; undefined for an empty one. */
  readonly readBody: () => Promise<unknown>;
}

/** What a request is answered with. */
export interface OperatorAnswer {
  readonly status: number;
  /** JSON, written out. */
  readonly body: string;
}

const endSchema = z.strictObject({ reward: z.number().optional() });

/** Opens, shows and ends sessions for programs elsewhere. */
export class OperatorRoutes {
  constructor(
    private readonly sessions: GatewaySessions,
    /** The operator's; undefined where the machine's users are trusted. */
    private readonly key: string | undefined,
    private readonly url: () => string,
  ) {}

  /** @returns Undefined for a path that is not the operator's. @throws HttpError, Refusal. */
  async answer(call: OperatorCall): Promise<OperatorAnswer | undefined> {
    const { request, path } = call;
    if (path === '/healthz') {
      requireMethod(request, 'GET');
      return { status: 200, body: JSON.stringify({ status: 'ok', sessions: this.sessions.openCount }) };
    }
    const found = /^\/sessions(?:\/([^/]+)(\/end)?)?$/.exec(path);
    if (found === null) return undefined;
    const [, part, end] = found;
    requireMethod(request, part !== undefined && end === undefined ? 'GET' : 'POST');
    if (this.key !== undefined) requireKey(request, this.key, 'x-api-key');
    if (part === undefined) return this.#open(await call.readBody());
    const kept = this.sessions.get(decodedSegment(part));
    if (end === undefined) return { status: 200, body: JSON.stringify(kept.reachable.account()) };
    const { reward } = checked(endSchema, (await call.readBody()) ?? {});
    return { status: 200, body: outcomeJson(await this.sessions.end(kept, { reward })) };
  }

  #open(body: unknown): OperatorAnswer {
    try {
      const { id, reachable } = this.sessions.open(body as GatewaySessionOptions, { isRemote: true });
      return { status: 201, body: JSON.stringify({ id, ...reachable.addresses(this.url()) }) };
    } catch (error) {
      // What is wrong with a session's options.
      if (error instanceof TypeError || error instanceof RangeError)
        throw new Refusal('invalid-request', error.message, { cause: error });
      throw error;
    }
  }
}

/** @returns An outcome as one line of JSON: a rollout in it reads as those of JSON lines do. */
export function outcomeJson(outcome: RolloutOutcome): string {
  if (outcome.kind === 'failed') return JSON.stringify(outcome);
  return `{"kind":"completed","rollout":${stringifyRollout(outcome.rollout)}}`;
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal('invalid-request', `${['body', ...issue!.path].join('.')}: ${issue!.message}`);
}
