import { HttpError } from './http-answers.js';

/** The bytes that one user of a budget has reserved; 0 at first. */
export interface ByteReservation {
  readonly bytes: number;
  /**
   * Changes the reservation to this number of bytes.
   *
   * @throws HttpError if the budget has too few: 413 if it is smaller than that, else the budget's status. The reservation stays as it was.
   */
  ask(bytes: number): void;
  /** Changes the reservation even beyond the budget, for memory that is already in use. 0 releases it. */
  set(bytes: number): void;
}

/** The size of a budget, and the answer when it is used up. */
interface BudgetOptions {
  readonly maxBytes: number;
  /** The status of a refusal that a later request may not get. */
  readonly status: 429 | 503;
}

/** Releases bytes that others need more: about as many as are missing. */
type Reclaim = (missing: number, asking: ByteReservation) => void;

/** The memory that all requests of a server may take together: bodies that arrive, and whatever else the server counts. */
export class ByteBudget {
  #reserved = 0;
  readonly #reclaims: Reclaim[] = [];

  constructor(private readonly options: BudgetOptions) {}

  /** Bytes that are reserved now. */
  get reserved(): number {
    return this.#reserved;
  }

  /** @param reclaim - Called when bytes are missing, after those that were given before it. */
  onShort(reclaim: Reclaim): void {
    this.#reclaims.push(reclaim);
  }

  /** @returns A reservation of 0 bytes. */
  reserve(): ByteReservation {
    let own = 0;
    const set = (bytes: number) => {
      this.#reserved += bytes - own;
      own = bytes;
    };
    const reservation: ByteReservation = {
      get bytes() {
        return own;
      },
      set,
      ask: (bytes) => {
        if (bytes > own) this.#makeRoom(bytes, reservation);
        set(bytes);
      },
    };
    return reservation;
  }

  #makeRoom(bytes: number, asking: ByteReservation): void {
    const { maxBytes, status } = this.options;
    if (bytes > maxBytes)
      throw new HttpError(413, `the request needs ${bytes} bytes of memory; all requests together may use ${maxBytes}`);
    const missing = () => this.#reserved - asking.bytes + bytes - maxBytes;
    for (const reclaim of this.#reclaims) if (missing() > 0) reclaim(missing(), asking);
    if (missing() > 0) throw new HttpError(status, 'too many requests at once', { 'retry-after': '1' });
  }
}
