import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { constants, existsSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import inspector from 'node:inspector';
import os from 'node:os';
import { join } from 'node:path';
import type { Host } from './host.js';

/** Globals that reach the network, other threads or the machine. */
const REMOVED = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Worker',
  'BroadcastChannel',
  'MessageChannel',
  'MessagePort',
  'navigator',
  'localStorage',
  'sessionStorage',
  'global',
  'require',
];

/** What reaches the network or other processes, by module of Node. */
const OUTWARD: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
  [net.Socket.prototype as never, ['connect']],
  [net.Server.prototype as never, ['listen', '_listen2']],
  [net, ['connect', 'createConnection', 'createServer', '_createServerHandle']],
  [tls, ['connect', 'createServer']],
  [http, ['request', 'get', 'createServer']],
  [https, ['request', 'get', 'createServer']],
  [http2, ['connect', 'createServer', 'createSecureServer']],
  [dgram, ['createSocket', '_createSocketHandle']],
  [dgram.Socket.prototype as never, ['bind', 'connect', 'send']],
  [dns, functionsOf(dns)],
  [dns.promises, functionsOf(dns.promises)],
  [inspector, ['open']],
  [os, ['setPriority']],
];

/**
 * @param interrupts - A folder: a file of a call's id in it says that the caller gave up this call.
 * @returns What this program needs of its process, from which JavaScript in Python then gets as little as can be.
 */
export function processHost(contained: boolean, interrupts: string): Host {
  const real = process;
  const parent = real.ppid;
  // `process.exit` runs what a program of the model may have registered.
  const exit = ((real as { reallyExit?: (code: number) => never }).reallyExit ?? real.exit).bind(real);
  const cpuUsage = real.cpuUsage.bind(real);
  const shown = contained ? harden() : real;
  return {
    cpuMs: () => {
      const { user, system } = cpuUsage();
      return (user + system) / 1000;
    },
    isCancelled: (id) => existsSync(join(interrupts, id)),
    isOrphan: () => real.ppid !== parent,
    exit,
    programExitCode: () => {
      const code = shown.exitCode;
      shown.exitCode = undefined;
      return code === undefined ? undefined : Number(code);
    },
  };
}

/**
 * Takes from the process what model-written code must not have, as far as JavaScript can: the permissions of the runtime are
 * the boundary, and this is a second one behind them.
 *
 * @returns What code finds as `process` from now on.
 */
function harden(): { exitCode?: number | string | null | undefined } {
  const real = process;
  const fake = {
    argv: ['python'],
    env: {},
    versions: { ...real.versions },
    version: real.version,
    platform: real.platform,
    arch: real.arch,
    release: { name: 'node' },
    exitCode: undefined as number | undefined,
    // Emscripten reads the constants of files in this way, which the permission model refuses.
    binding: (name: string) => (name === 'constants' ? { fs: constants } : refuse()),
    // Replaced before a program runs; what the start itself prints goes to standard error.
    stdin: { fd: 0 },
    stdout: { fd: 2 },
    stderr: { fd: 2 },
    hrtime: real.hrtime.bind(real),
    nextTick: real.nextTick.bind(real),
    on: () => fake,
    cwd: () => '/',
  };
  for (const [module, names] of OUTWARD) for (const name of names) if (name in module) module[name] = refuse;
  for (const name of ['kill', '_kill', 'dlopen', '_debugProcess', '_debugEnd', 'abort', '_linkedBinding', 'binding'])
    Object.defineProperty(real, name, { value: name === 'binding' ? fake.binding : refuse, configurable: true });
  // `os.system` then answers as a shell does that does not know the command.
  Object.assign(childProcess, { spawnSync: () => ({ status: 127, signal: null }) });
  syncBuiltinESMExports();
  for (const name of REMOVED) Reflect.deleteProperty(globalThis, name);
  Object.defineProperty(globalThis, 'process', { value: fake, configurable: true, writable: true });
  return fake;
}

function functionsOf(module: object): string[] {
  const entries = Object.entries(module) as [string, unknown][];
  return entries.filter(([, value]) => typeof value === 'function').map(([name]) => name);
}

function refuse(): never {
  throw new Error('not permitted in the sandbox');
}
