/**
 * The process of one interpreter: reads a StartOrder, starts Python, then runs one CallOrder after another until its input
 * ends. It imports modules of the runtime alone: its process can read nothing else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { loadPyodide } from 'pyodide';
import type { CallOrder, ProcessLine, StartOrder } from '../protocol.js';
import { Channel } from './channel.js';
import type { Host } from './host.js';
import { processHost } from './process-host.js';
import { Python } from './python.js';
import { sealPrototypes } from './sealed-prototypes.js';

await main(new Channel());

async function main(channel: Channel): Promise<void> {
  const start = await channel.read<StartOrder>();
  if (start === undefined) return;
  const say = (line: ProcessLine) => channel.write(line);
  const host = processHost(start.contained, start.interrupts);
  const python = await started(start, host).catch((error: unknown) => {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    return host.exit(1);
  });
  const version = python.api.runPython('import platform\nplatform.python_version()') as string;
  say({ ready: { python: version, pyodide: python.api.version } });
  for (;;) {
    const call = await channel.read<CallOrder>();
    if (call === undefined) return host.exit(0);
    const { id } = call;
    const end = python.run(call, (to, text) => void (text === '' || say({ id, to, text })));
    say({ id, ...end });
    if (!end.alive) host.exit(0);
  }
}

async function started(start: StartOrder, host: Host): Promise<Python> {
  const { folder, contained, modules, preload, snapshot, writeSnapshot } = start;
  const wheels = start.wheels.map((path) => [basename(path), readFileSync(path)] as const);
  const bytes = snapshot === undefined ? undefined : readFileSync(snapshot);
  const { loadPyodide: load } = (await import(start.moduleUrl)) as { readonly loadPyodide: typeof loadPyodide };
  const parts = {
    load,
    options: { indexURL: folder },
    contained,
    modules,
    wheels: Object.fromEntries(wheels),
    preload,
  };
  const python = await Python.start({ ...parts, snapshot: bytes, makesSnapshot: writeSnapshot !== undefined }, host);
  if (writeSnapshot !== undefined) writeFileSync(writeSnapshot, python.api.makeMemorySnapshot());
  if (contained) sealPrototypes();
  return python;
}
