import type { SandboxCall } from '../../../base/index.js';

/**
 * The kind of fork server that a call needs.
 *
 * A fork costs in proportion to the memory of the server, so what most programs import is in the light one, and a big
 * library is only in the servers of the programs that name it. Hash seeds are fixed when an interpreter starts, so
 * calls that must repeat themselves have servers of their own.
 */
export interface ServerVariant {
  /** The large libraries that are loaded, in the order of {@link HEAVY_MODULES}. */
  readonly libraries: readonly string[];
  readonly deterministic: boolean;
}

/** Standard modules that programs most often import: loaded before the fork, they cost a call nothing. */
export const LIGHT_MODULES: readonly string[] = [
  ...['math', 'cmath', 'itertools', 'functools', 'operator', 'collections', 'heapq', 'bisect', 'string', 're', 'copy'],
  ...['fractions', 'decimal', 'random', 'statistics', 'datetime', 'time', 'typing', 'dataclasses', 'json', 'unittest'],
];

/** Libraries worth a server of their own, where they are installed. */
export const HEAVY_MODULES: readonly string[] = ['numpy', 'sympy', 'scipy', 'mpmath', 'pandas', 'networkx'];

/** Libraries that a library loads itself. */
const BRINGS: Readonly<Record<string, readonly string[]>> = {
  sympy: ['mpmath'],
  scipy: ['numpy'],
  pandas: ['numpy'],
};

/** How much text is searched for imports; beyond it, a program loads its libraries itself. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * @returns A function that finds the variant that a call needs, of the large libraries that are installed. Its time is at most proportional
 *   to the text.
 */
export function variantOf(installed: readonly string[]): (call: SandboxCall) => ServerVariant {
  const patterns = installed.map((name) => [name, new RegExp(`\\b${name}\\b`)] as const);
  const librariesOf = (code: string): readonly string[] => {
    const imports = importsIn(code.slice(0, MOST_CHARACTERS));
    const found = patterns.filter(([, pattern]) => pattern.test(imports)).map(([name]) => name);
    const brought = new Set(found.flatMap((name) => BRINGS[name] ?? NONE));
    return found.filter((name) => !brought.has(name));
  };
  return (call) => ({
    libraries: installed.length > 0 && call.language !== 'cpp' ? librariesOf(call.code) : NONE,
    deterministic: call.deterministic === true,
  });
}

/** @returns What stands behind `import` or `from` in each statement. */
function importsIn(code: string): string {
  // One statement at a time: a single expression for all would take quadratic time.
  const behind = code.split(/[\n;]/).flatMap((statement) => {
    const at = statement.search(/\b(?:import|from)\b/);
    return at === -1 ? NONE : [statement.slice(at)];
  });
  return behind.join('\n');
}

const NONE: readonly string[] = [];
