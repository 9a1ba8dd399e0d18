import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dividedGroup } from '../../../../../../src/sandbox/local/internal/containment/group-parents.js';

it('a service that is started in a group called rstar2 divides the one above it, and no other group is touched', () => {
  const unit = mkdtempSync(join(tmpdir(), 'rstar2-unit-'));
  const control = join(unit, 'cgroup.subtree_control');
  try {
    writeFileSync(control, '');
    for (const name of ['rstar2', 'session.scope']) mkdirSync(join(unit, name));
    expect(dividedGroup(join(unit, 'session.scope'))).toBe(join(unit, 'session.scope'));
    expect(readFileSync(control, 'utf8')).toBe('');
    expect(dividedGroup(join(unit, 'rstar2'))).toBe(unit);
    expect(readFileSync(control, 'utf8')).toBe('+memory');
  } finally {
    rmSync(unit, { recursive: true });
  }
});
