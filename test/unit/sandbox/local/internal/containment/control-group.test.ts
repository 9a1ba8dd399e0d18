import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ControlGroup } from '../../../../../../src/sandbox/local/internal/containment/control-group.js';

/** A folder in the place of a control group: what is written, not what the kernel makes of it. */
const folder = () => mkdtempSync(join(tmpdir(), 'rstar2-group-'));

describe('ControlGroup', () => {
  it('leaves room for the server beside the program, and writes a limit once', () => {
    const path = folder();
    const group = new ControlGroup(path);
    group.limit(1);
    expect(readFileSync(join(path, 'pids.max'), 'utf8')).toBe('4');
    writeFileSync(join(path, 'pids.max'), 'as it was');
    group.limit(1);
    expect(readFileSync(join(path, 'pids.max'), 'utf8')).toBe('as it was');
    rmSync(path, { recursive: true });
  });

  it('starts a command inside, and outside where it is not let in', () => {
    const path = folder();
    const start = (at: string) => {
      const { command, args } = new ControlGroup(at).wrap('/bin/echo', ['run']);
      return execFileSync(command, args, { encoding: 'utf8' });
    };
    expect([start(path), readFileSync(join(path, 'cgroup.procs'), 'utf8')]).toEqual(['run\n', '0\n']);
    expect(start(join(path, 'missing'))).toBe('run\n');
    rmSync(path, { recursive: true });
  });

  it('removes groups that were left by others who are gone', () => {
    const parent = folder();
    const [stale, alive] = [join(parent, 'rstar2-4194304-0'), join(parent, `rstar2-${process.pid}-9999`)];
    for (const path of [stale, alive]) mkdirSync(path);
    ControlGroup.removeStale(parent);
    expect([existsSync(stale), existsSync(alive)]).toEqual([false, true]);
    rmSync(parent, { recursive: true });
  });

  it('is obeyed by the kernel and goes when it is removed', async (context) => {
    const group = ControlGroup.make();
    if (group === undefined) {
      // CI skips nothing: its machines have the controller.
      expect(process.env['CI'], 'no pids control group can be made here').toBeUndefined();
      return context.skip(
        'no pids control group can be made here: there is no such controller, or it is not delegated',
      );
    }
    group.limit(1);
    const script = 'for i in 1 2 3 4 5 6; do sleep 0.3 & done 2>/dev/null; echo done; wait';
    const { command, args } = group.wrap('/bin/sh', ['-c', script]);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child, 'close');
    expect(readFileSync(join(group.path, 'pids.events'), 'utf8')).not.toContain('max 0');
    await group.remove();
    expect(existsSync(group.path)).toBe(false);
  });
});
