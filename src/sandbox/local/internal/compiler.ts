import { createHash } from 'node:crypto';
import type { SandboxLimits, SandboxResult } from '../../../base/index.js';
import { mergeLimits } from '../../limits.js';

const MIB = 1024 * 1024;
const CACHE_BYTES = 256 * MIB;

/** What compiling may use, whatever the program itself may. */
export const COMPILE_LIMITS: SandboxLimits = mergeLimits({
  wallMs: 30_000,
  cpuMs: 30_000,
  memoryBytes: 2048 * MIB,
  outputBytes: 64 * MIB,
  fileSizeBytes: 64 * MIB,
});

/**
 * The compiler run as a program of the sandbox, since source text can attack it too: the source comes as standard
 * input, the executable leaves as standard output.
 */
const COMPILE = `
import subprocess, sys
done = subprocess.run(['g++', '-x', 'c++', '-O2', '-std=c++17', '-o', 'program', '-'])
if done.returncode == 0:
    with open('program', 'rb') as file:
        sys.stdout.buffer.write(file.read())
sys.exit(min(done.returncode, 1) if done.returncode >= 0 else 1)
`;

/** A compiled program, or what the compiler said. */
export type Compiled = { readonly binary: Buffer } | { readonly failure: SandboxResult };

/** Runs a Python program and gives its raw standard output beside the result. */
export type RunRaw = (
  program: string,
  stdin: string,
  limits: SandboxLimits,
) => Promise<{ readonly result: SandboxResult; readonly stdout: Buffer }>;

/** Compiles C++ once per distinct source; keeps the newest executables, up to 256 MiB. */
export class Compiler {
  #cache = new Map<string, Promise<Compiled>>();
  #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(private readonly runRaw: RunRaw) {}

  compile(source: string): Promise<Compiled> {
    const key = createHash('sha256').update(source).digest('base64');
    const known = this.#cache.get(key);
    if (known !== undefined) {
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known;
    }
    const compiled = this.#compile(source);
    this.#cache.set(key, compiled);
    void compiled.then(
      (outcome) => this.#keep(key, outcome),
      () => this.#cache.delete(key),
    );
    return compiled;
  }

  async #compile(source: string): Promise<Compiled> {
    const { result, stdout } = await this.runRaw(COMPILE, source, COMPILE_LIMITS);
    if (result.kind === 'ok') return { binary: stdout };
    return { failure: result.kind === 'unavailable' ? result : { ...result, stdout: '' } };
  }

  #keep(key: string, outcome: Compiled): void {
    // The machine's failures are not the source's: the next call tries again.
    if ('failure' in outcome && outcome.failure.kind !== 'error') {
      this.#cache.delete(key);
      return;
    }
    const size = 'binary' in outcome ? outcome.binary.length : 0;
    this.#sizes.set(key, size);
    this.#bytes += size;
    for (const [oldest] of this.#cache) {
      if (this.#bytes <= CACHE_BYTES && this.#cache.size <= 4096) break;
      if (!this.#sizes.has(oldest)) continue;
      this.#bytes -= this.#sizes.get(oldest)!;
      this.#sizes.delete(oldest);
      this.#cache.delete(oldest);
    }
  }
}
