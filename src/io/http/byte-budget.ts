import { HttpError } from './http-answers.js';

/** What somebody holds of a budget. */
export interface ByteHold {
  readonly bytes: number;
  /**
   * Holds so many from now on.
   *
   * @throws HttpError when there are not so many: 413 when there never are, else the budget's status. What was held stays so.
   */
  ask(bytes: number): void;
  /** Holds so many from now on, whatever the others hold: for what is there already. 0 gives all of them back. */
  set(bytes: number): void;
}

/** How large a budget is, and how it refuses. */
interface BudgetOptions {
  readonly maxBytes: number;
  /** Says that there will be room later. */
  readonly status: 429 | 503;
}

/** Gives back bytes of its own that others need more, as many or fewer. */
type Reclaim = (missing: number, asking: ByteHold) => void;

/** What requests may hold in memory, all of them together: bodies that arrive, and whatever else their server counts. */
export class ByteBudget {
  #held = 0;
  readonly #reclaims: Reclaim[] = [];

  constructor(private readonly options: BudgetOptions) {}

  /** Bytes that are held now. */
  get held(): number {
    return this.#held;
  }

  /** @param reclaim - Called when bytes are missing, after those that were given before it. */
  onShort(reclaim: Reclaim): void {
    this.#reclaims.push(reclaim);
  }

  /** @returns What holds nothing yet. */
  hold(): ByteHold {
    let own = 0;
    const set = (bytes: number) => {
      this.#held += bytes - own;
      own = bytes;
    };
    const hold: ByteHold = {
      get bytes() {
        return own;
      },
      set,
      ask: (bytes) => {
        if (bytes > own) this.#makeRoom(bytes, hold);
        set(bytes);
      },
    };
    return hold;
  }

  #makeRoom(bytes: number, asking: ByteHold): void {
    const { maxBytes, status } = this.options;
    if (bytes > maxBytes)
      throw new HttpError(413, `the request takes ${bytes} bytes of memory, and there are ${maxBytes} for all of them`);
    const missing = () => this.#held - asking.bytes + bytes - maxBytes;
    for (const reclaim of this.#reclaims) if (missing() > 0) reclaim(missing(), asking);
    if (missing() > 0) throw new HttpError(status, 'too many requests are under way', { 'retry-after': '1' });
  }
}
