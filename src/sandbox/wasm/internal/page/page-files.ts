import { MissingPeerError, SandboxError } from '../../../../base/index.js';
import { errorMessage } from '../../../../base/internal/index.js';
import type { PageSettings } from '../../options.js';
import type { PageFiles } from './page-protocol.js';
import { programText } from './program-texts.js';
import { web } from './web.js';

const PYTHON_FILES = ['rstar2_asyncio.py', 'rstar2_cell.py', 'rstar2_wasm.py'] as const;

/**
 * Fetches the files of Pyodide and the wheels.
 *
 * @throws MissingPeerError where the folder has no Pyodide; SandboxError for a wheel that is not there.
 */
export async function fetchPageFiles({ indexURL, wheels, preload }: PageSettings): Promise<PageFiles> {
  const { document, location } = web();
  const base = new URL(indexURL.endsWith('/') ? indexURL : `${indexURL}/`, document?.baseURI ?? location.href);
  const file = (name: string) => fetched(new URL(name, base).href);
  const missing = (cause: unknown) => {
    throw new MissingPeerError(`wasm sandboxes (options.indexURL: ${base.href})`, 'pyodide', { cause });
  };
  const [loader, glue, wasm, standardLibrary, lock] = await Promise.all([
    file('pyodide.mjs').then(textOf),
    file('pyodide.asm.mjs').then(textOf),
    file('pyodide.asm.wasm').then(bytesOf),
    file('python_stdlib.zip').then(bytesOf),
    file('pyodide-lock.json').then(textOf),
  ]).catch(missing);
  const probe = new URL('pyodide-lock.json', base).href;
  return {
    ...{ program: programText('worker.js'), loader, glue, wasm, standardLibrary, lock: JSON.parse(lock) as unknown },
    ...{ modules: Object.fromEntries(PYTHON_FILES.map((name) => [name, programText(name)])), preload, probe },
    wheels: Object.fromEntries(await Promise.all(wheels.map(fetchWheel))),
  };
}

async function fetchWheel(address: string): Promise<readonly [string, Uint8Array]> {
  const { document, location } = web();
  const url = new URL(address, document?.baseURI ?? location.href);
  try {
    return [url.pathname.split('/').at(-1)!, await bytesOf(await fetched(url.href))];
  } catch (cause) {
    throw new SandboxError(`options.wheels: ${errorMessage(cause)}`, { cause });
  }
}

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  // Servers of single pages answer what is not there with a page.
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (!response.ok || isPage) throw new Error(`there is no file ${url} (${isPage ? 'a page' : response.status})`);
  return response;
}

function textOf(response: Response): Promise<string> {
  return response.text();
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}
