import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SandboxError } from '../../../base/index.js';
import type Esbuild from 'esbuild';
import { importPeer, packageEntry } from '../../../io/index.js';
import type { WasmSettings } from '../options.js';
import { InterpreterProcess } from './interpreter-process.js';
import type { StartOrder } from './protocol.js';
import type { WasmRuntime } from './runtime.js';

const START_MS = 120_000;
/** Python compiles every module that is imported before a snapshot: sympy has hundreds. */
const SNAPSHOT_MS = 900_000;

const PYTHON_FILES = ['rstar2_asyncio.py', 'rstar2_cell.py', 'rstar2_wasm.py'];

/** Starts interpreters: the first makes a snapshot of its memory, and all others start from it. */
export class Launcher {
  private constructor(
    private readonly runtime: WasmRuntime,
    private readonly settings: WasmSettings,
    private readonly folder: string,
    private readonly program: string,
    private readonly pyodide: string,
    private readonly order: StartOrder,
  ) {}

  /**
   * @param scratch - An empty folder, removed by the caller.
   * @throws MissingPeerError without `pyodide`; SandboxError where no interpreter starts.
   */
  static async prepare(runtime: WasmRuntime, settings: WasmSettings, scratch: string): Promise<Launcher> {
    // Paths are compared as they are, so links must be followed before.
    const folder = realpathSync(scratch);
    const interrupts = join(folder, 'interrupts');
    mkdirSync(interrupts);
    const pyodide = await findPyodide();
    const program = join(folder, 'program.mjs');
    writeFileSync(program, await programText());
    const python = packageEntry('sandbox-python').path;
    const modules = PYTHON_FILES.map((name) => [name, readFileSync(join(python, name), 'utf8')]);
    const order: StartOrder = {
      moduleUrl: pathToFileURL(join(pyodide, 'pyodide.mjs')).href,
      folder: `${pyodide}${sep}`,
      modules: Object.fromEntries(modules) as Record<string, string>,
      wheels: settings.wheels.map(findWheel),
      preload: settings.preload,
      contained: settings.isolation !== 'none',
      interrupts,
    };
    const launcher = new Launcher(runtime, settings, folder, program, pyodide, order);
    await launcher.#makeSnapshot();
    return launcher;
  }

  get #snapshot(): string {
    return join(this.folder, 'snapshot.bin');
  }

  start(): InterpreterProcess {
    return this.#start({ ...this.order, snapshot: this.#snapshot }, undefined);
  }

  async #makeSnapshot(): Promise<void> {
    // The process that writes it runs no program of the model.
    const first = this.#start({ ...this.order, writeSnapshot: this.#snapshot }, this.folder);
    try {
      await first.ready;
    } finally {
      await first.close();
    }
  }

  #start(order: StartOrder, write: string | undefined): InterpreterProcess {
    const { runtime, settings, program } = this;
    const read = [this.folder, this.pyodide].map((folder) => `${folder}${sep}`).concat(order.wheels);
    const permissions =
      settings.isolation === 'none'
        ? runtime.unrestricted
        : runtime.permissions(read, write === undefined ? undefined : `${write}${sep}`);
    const startMs = write === undefined ? START_MS : SNAPSHOT_MS;
    return new InterpreterProcess({ command: runtime.command, args: [...permissions, program], order, startMs });
  }
}

/** @returns The folder of the peer `pyodide`. */
function findPyodide(): Promise<string> {
  return importPeer('wasm sandboxes', 'pyodide', () => {
    const from = [import.meta.url as string | undefined, pathToFileURL(join(process.cwd(), 'a.js')).href];
    for (const url of from) {
      try {
        const found = module.createRequire(url!).resolve('pyodide/package.json');
        return Promise.resolve(realpathSync(dirname(found)));
      } catch {
        continue;
      }
    }
    throw new Error('it was not found from this package, nor from the working directory');
  });
}

function findWheel(path: string): string {
  if (!existsSync(path)) throw new SandboxError(`options.wheels: there is no file ${path}`);
  return realpathSync(resolve(path));
}

/** @returns The text of the program that a process runs: one file, since it can read no other. */
async function programText(): Promise<string> {
  const { path, execArgv } = packageEntry('wasm-process.js');
  if (execArgv.length === 0) return readFileSync(path, 'utf8');
  // From the sources it is put together first.
  const { build } = module.createRequire(path)('esbuild') as typeof Esbuild;
  const options = { bundle: true, write: false, platform: 'node', format: 'esm', target: 'node20' } as const;
  const { outputFiles } = await build({ entryPoints: [path], logLevel: 'error', ...options });
  return outputFiles[0]!.text;
}
