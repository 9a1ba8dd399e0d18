import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ControlGroup } from '../../../../../../src/sandbox/local/internal/containment/control-group.js';

const folders: string[] = [];
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true });
});

/** A folder in the place of a control group: what is written, not what the kernel makes of it. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rstar2-group-'));
  folders.push(path);
  return path;
}

describe('ControlGroup', () => {
  it('leaves room for the server beside the program, and writes a limit once', () => {
    const path = folder();
    const group = new ControlGroup({ processes: path }, 1);
    group.limit({ processes: 1, memoryBytes: 1 });
    expect(readFileSync(join(path, 'pids.max'), 'utf8')).toBe('4');
    writeFileSync(join(path, 'pids.max'), 'as it was');
    group.limit({ processes: 1 });
    expect(readFileSync(join(path, 'pids.max'), 'utf8')).toBe('as it was');
  });

  it.each([
    [1, 'memory.limit_in_bytes', 'memory.usage_in_bytes'],
    [2, 'memory.max', 'memory.current'],
  ] as const)('gives a program its memory beside what the server holds, by version %i', (version, limit, usage) => {
    const path = folder();
    writeFileSync(join(path, usage), '1000\n');
    writeFileSync(join(path, limit), 'max\n');
    const group = new ControlGroup({ memory: path }, version);
    group.settle();
    group.limit({ memoryBytes: 500 });
    expect(readFileSync(join(path, limit), 'utf8')).toBe('1500');
  });

  it.each([
    [1, 'memory.usage_in_bytes'],
    [2, 'memory.current'],
  ] as const)('tells what programs hold beside the server, but for files that were read, by version %i', (...given) => {
    const [version, usage] = given;
    const path = folder();
    const use = (bytes: number, inactive: number, active: number) => {
      writeFileSync(join(path, usage), `${bytes}\n`);
      writeFileSync(
        join(path, 'memory.stat'),
        `anon 1\nactive_anon 7\ninactive_file ${inactive}\nactive_file ${active}\n`,
      );
    };
    use(1000, 200, 100);
    const group = new ControlGroup({ memory: path }, version);
    group.settle();
    use(2000, 300, 100);
    expect(group.heldBytes()).toBe(900);
    use(500, 0, 0);
    expect(group.heldBytes()).toBe(0);
    expect(new ControlGroup({ cpu: path }, version).heldBytes()).toBeUndefined();
  });

  it.each([
    [1, 'cpuacct.usage', '1500000000\n', 'memory.oom_control', 'oom_kill_disable 0\nunder_oom 0\noom_kill '],
    [2, 'cpu.stat', 'usage_usec 1500000\nuser_usec 7\n', 'memory.events', 'oom 0\noom_kill '],
  ] as const)('says once that the kernel ended something, and what was used, by version %i', (...given) => {
    const [version, cpuFile, cpu, oomFile, oom] = given;
    const path = folder();
    writeFileSync(join(path, cpuFile), cpu);
    writeFileSync(join(path, oomFile), `${oom}0\n`);
    const group = new ControlGroup({ memory: path, cpu: path }, version);
    expect(group.cpuMs()).toBe(1500);
    expect([1000, 1500].map((cpuMs) => group.endedFor({ cpuMs }, 0))).toEqual(['cpu', undefined]);
    writeFileSync(join(path, oomFile), `${oom}2\n`);
    expect([group.outOfMemory(), group.outOfMemory()]).toEqual(['memory', undefined]);
  });

  it('counts nothing where there is no such group, and takes nothing ill of one that is gone', async () => {
    const group = new ControlGroup({ memory: '/nowhere' }, 2);
    expect([group.cpuMs(), group.outOfMemory(), group.counts('cpu'), group.counts('memory')]).toEqual([
      0,
      undefined,
      false,
      true,
    ]);
    await group.remove();
  });

  it('removes groups that were left by others who are gone', () => {
    const parent = folder();
    const [stale, alive] = [join(parent, 'rstar2-4194304-0'), join(parent, `rstar2-${process.pid}-9999`)];
    for (const path of [stale, alive]) mkdirSync(path);
    ControlGroup.removeStale(parent);
    ControlGroup.removeStale('/nowhere');
    expect([existsSync(stale), existsSync(alive)]).toEqual([false, true]);
  });

  it('is obeyed by the kernel and goes when it is removed', async (context) => {
    const group = ControlGroup.make();
    if (group === undefined || !group.counts('processes')) {
      await group?.remove();
      // CI skips nothing: its machines have the controller.
      expect(process.env['CI'], 'no pids control group can be made here').toBeUndefined();
      return context.skip('no control group can be made here: there is no controller, or it is not delegated');
    }
    group.limit({ processes: 1 });
    const enter = group.folders.map((path) => `echo 0 > ${path}/cgroup.procs`).join('; ');
    const script = `${enter}; for i in 1 2 3 4 5 6; do sleep 0.3 & done 2>/dev/null; wait`;
    spawnSync('/bin/sh', ['-c', script], { stdio: 'ignore' });
    const events = group.folders.map((path) => join(path, 'pids.events')).find((path) => existsSync(path))!;
    expect(readFileSync(events, 'utf8')).not.toContain('max 0');
    await group.remove();
    expect(group.folders.map((path) => existsSync(path))).not.toContain(true);
  });
});
