import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/cli/progress.js';

describe('progress', () => {
  it('says nothing when a run is over at once', () => {
    const written: string[] = [];
    const progress = new Progress({ write: (text: string) => written.push(text) } as never);
    progress.update(() => 'half');
    progress.clear();
    expect(written).toEqual([]);
  });
});
