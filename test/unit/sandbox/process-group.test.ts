import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProcessGroup } from '../../../src/sandbox/local/process-group.js';

const probe = ProcessGroup.make();
await probe?.remove();

describe.runIf(probe !== undefined)('ProcessGroup', () => {
  it('caps how many processes a command may have, and goes when they have', async () => {
    const group = ProcessGroup.make()!;
    group.limit(1);
    expect(readFileSync(join(group.path, 'pids.max'), 'utf8').trim()).toBe('4');
    const script = 'for i in 1 2 3 4 5 6; do sleep 0.3 & done 2>/dev/null; echo done; wait';
    const { command, args } = group.wrap('/bin/sh', ['-c', script]);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child, 'close');
    expect(readFileSync(join(group.path, 'pids.events'), 'utf8')).not.toContain('max 0');
    await group.remove();
    expect(existsSync(group.path)).toBe(false);
  });

  it('removes groups that were left by others who are gone', async () => {
    const parent = dirname(probe!.path);
    const [stale, alive] = [join(parent, 'rstar2-4194304-0'), join(parent, `rstar2-${process.pid}-9999`)];
    for (const path of [stale, alive]) mkdirSync(path, { recursive: true });
    ProcessGroup.removeStale(parent);
    expect([existsSync(stale), existsSync(alive)]).toEqual([false, true]);
    await new ProcessGroup(alive).remove();
  });
});

describe('ProcessGroup.make', () => {
  it('gives none where there is none to be had, and never throws', () => {
    expect(() => void ProcessGroup.make()?.remove()).not.toThrow();
  });
});
