import type { FailureCause } from '../../../base/index.js';
import type { Draw } from './draw.js';

/** A request that the infrastructure broke, until an equal one is answered. */
interface BrokenRequest {
  readonly ordinal: number;
  cause: FailureCause;
  /** Whether an equal request is under way in its place. */
  isAskedAgain: boolean;
}

/** The requests with equal conversations: their draws, in order, and those that are still owed an answer. */
export class EqualRequests {
  readonly #draws: Draw[] = [];
  readonly #broken: BrokenRequest[] = [];
  #ordinals = 0;
  /** Requests that were refused for the moment: those that their clients send again are draws of their own. */
  #refused = 0;

  /** The first failure that no equal request has made up for. */
  get failure(): FailureCause | undefined {
    return this.#broken[0]?.cause;
  }

  /**
   * Returns the draw that a retried request should receive: one that no client received whole. Abandoned draws come first, then those with the
   * fewest waiting clients; ties go to the latest. If any draw's client counts retries, only those draws are considered.
   *
   * @param key - By which the client names the request.
   */
  repeated({ count, key }: { readonly count: number; readonly key?: string | undefined }): Draw | undefined {
    if (count === 0 && key === undefined) return undefined;
    const open = this.#draws.filter((draw) => draw.canBeRepeated && (key === undefined || draw.retryKey === key));
    const counted = open.filter(({ isCounted }) => isCounted);
    const fewest = (counted.length > 0 ? counted : open).reduce<Draw | undefined>(
      (a, b) => (a !== undefined && a.waiting < b.waiting ? a : b),
      undefined,
    );
    if (key !== undefined || fewest === undefined || fewest.waiting === 0) return fewest;
    if (this.#broken.some(({ isAskedAgain }) => !isAskedAgain)) return undefined;
    if (this.#refused === 0) return fewest;
    this.#refused--;
    return undefined;
  }

  /** Notes a request that was refused for the moment. @param isRepeated - Its client had sent it before. */
  refuse(isRepeated: boolean): void {
    if (!isRepeated) this.#refused++;
  }

  /** @returns The number of a new draw: that of one that the infrastructure broke, else the next. */
  begin(): number {
    const broken = this.#broken.find(({ isAskedAgain }) => !isAskedAgain);
    if (broken === undefined) return this.#ordinals++;
    broken.isAskedAgain = true;
    return broken.ordinal;
  }

  add(draw: Draw): void {
    this.#draws.push(draw);
  }

  /** Notes how a draw ended. @param cause - Of the infrastructure's failure; `left`: its clients had gone. */
  end(draw: Draw, how: 'answered' | 'left' | FailureCause): void {
    const at = this.#broken.findIndex(({ ordinal }) => ordinal === draw.ordinal);
    if (how !== 'answered') this.#draws.splice(this.#draws.indexOf(draw), 1);
    if (at >= 0) this.#broken[at]!.isAskedAgain = false;
    if (how === 'answered' && at >= 0) this.#broken.splice(at, 1);
    if (typeof how === 'string') return;
    if (at >= 0) this.#broken[at]!.cause = how;
    else this.#broken.push({ ordinal: draw.ordinal, cause: how, isAskedAgain: false });
  }
}
