/** One attack: what an attacker's file or server makes the library do, in a process of little memory. */
export interface HostileCase {
  readonly name: string;
  /** Does what a user does with it. What it returns or throws is reported. */
  readonly attempt: () => unknown;
  /** What the error says; `null` where the attack is to come to nothing. */
  readonly refused: RegExp | null;
}

/** What became of it. */
export interface CaseReport {
  readonly name: string;
  /** The error's class and message; `null` where there was none. */
  readonly error: string | null;
  readonly cpuMs: number;
  /** Of the process, so far. */
  readonly peakMiB: number;
  /** What the attack reached that it must not: the network, prototypes, globals. */
  readonly reached: readonly string[];
}
