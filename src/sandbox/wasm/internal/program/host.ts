/** What an interpreter needs of its process or worker once a program of the model runs. */
export interface Host {
  /** Processor time in milliseconds; 0 where it is not measured. */
  readonly cpuMs: () => number;
  /** Whether the caller gave up this call. */
  readonly isCancelled: (id: string) => boolean;
  /** Whether the process that started this one has ended. */
  readonly isOrphan: () => boolean;
  readonly exit: (code: number) => never;
  /** @returns The exit code with which a program ended the interpreter; undefined for another `error`. */
  readonly programExitCode: (error: unknown) => number | undefined;
}
