import { describe, expect, it } from 'vitest';
import { machineAdvice } from '../../../../src/cli/sandbox/machine-advice.js';

describe('machineAdvice', () => {
  it('names the package when bubblewrap is not installed', () => {
    expect(machineAdvice(['spawn bwrap ENOENT']).join('\n')).toContain('apt-get install bubblewrap');
    expect(machineAdvice(['something else']).join('\n')).not.toContain('apt-get');
  });
});
