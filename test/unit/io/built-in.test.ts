import * as os from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { builtInModule } from '../../../src/io/index.js';

afterEach(() => vi.unstubAllGlobals());

describe('builtInModule', () => {
  it('is the module of that name', () => {
    expect((builtInModule('node:os') as typeof os).cpus).toBe(os.cpus);
    expect(builtInModule('node:nothing')).toBeUndefined();
  });

  it.each([undefined, {}])('is undefined where process is %j', (process) => {
    vi.stubGlobal('process', process);
    expect(builtInModule('node:os')).toBeUndefined();
  });
});
