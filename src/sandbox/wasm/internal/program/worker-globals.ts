import type { Host } from './host.js';

/** Globals of JavaScript itself, and of a worker those that an interpreter uses or that reach nothing. */
const KEPT = new Set([
  ...['AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'Atomics', 'BigInt', 'BigInt64Array'],
  ...['BigUint64Array', 'Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'FinalizationRegistry'],
  ...['Float16Array', 'Float32Array', 'Float64Array', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array', 'Intl'],
  ...['Iterator', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError', 'ReferenceError'],
  ...[
    'Reflect',
    'RegExp',
    'Set',
    'SharedArrayBuffer',
    'String',
    'SuppressedError',
    'Symbol',
    'SyntaxError',
    'TypeError',
  ],
  ...['URIError', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakRef', 'WeakSet'],
  ...['WebAssembly', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'globalThis'],
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined', 'unescape'],
  ...['AbortController', 'AbortSignal', 'DOMException', 'TextDecoder', 'TextEncoder', 'clearInterval', 'clearTimeout'],
  ...['Function', 'eval', 'console', 'crypto', 'performance', 'queueMicrotask'],
]);

/** @returns What an interpreter needs of its worker. */
export function workerHost(): Host {
  return {
    cpuMs: () => 0,
    isCancelled: () => false,
    isOrphan: () => false,
    exit: refuse,
    programExitCode: exitCodeOf,
  };
}

/**
 * Takes from the worker what model-written code must not have, as far as JavaScript can: the policy of the frame is the
 * boundary, and this is a second one behind it.
 */
export function denyGlobals(): void {
  const timers = [timer('setTimeout'), timer('setInterval')];
  for (
    let scope: object | null = globalThis;
    scope !== null && scope !== Object.prototype;
    scope = Object.getPrototypeOf(scope) as object | null
  )
    for (const name of Reflect.ownKeys(scope)) if (!KEPT.has(name as string)) Reflect.deleteProperty(scope, name);
  Object.assign(globalThis, Object.fromEntries(timers));
}

/** A timer that takes functions alone: text would be a program. */
function timer(name: 'setTimeout' | 'setInterval'): readonly [string, unknown] {
  const real = globalThis[name] as (action: () => void, ...rest: unknown[]) => unknown;
  const set = (action: unknown, ...rest: unknown[]) =>
    typeof action === 'function' ? real(action as () => void, ...rest) : refuse();
  return [name, set];
}

/** Takes away what makes programs from text, before Pyodide is loaded: it keeps what it finds. */
export function denyCode(): void {
  const { prototype } = Function;
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const one of functions)
    Object.defineProperty(Object.getPrototypeOf(one) as object, 'constructor', { value: refuse });
  // `instanceof Function` still works.
  Object.assign(globalThis, { Function: Object.assign(() => refuse(), { prototype }), eval: refuse });
}

/** Pyodide throws an error with a `status` where a program ends the interpreter. */
function exitCodeOf(error: unknown): number | undefined {
  const { status } = (typeof error === 'object' && error !== null ? error : {}) as { readonly status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

function refuse(): never {
  throw new Error('not permitted in the sandbox');
}
