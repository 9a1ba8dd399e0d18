import { describe, expect, it } from 'vitest';
import { coverage, differenceCoverage, type Scenario } from './interval-coverage.js';

describe('intervals of shares', () => {
  it.each<Scenario>([
    { problems: 30, samples: 4, share: 0.946, alike: 0 },
    { problems: 30, samples: 4, share: 0.946, alike: 0.6 },
    { problems: 30, samples: 4, share: 0.946, alike: 1 },
    { problems: 30, samples: 1, share: 0.946, alike: 0 },
    { problems: 10, samples: 16, share: 0.99, alike: 1 },
    { problems: 10, samples: 4, share: 0.9, alike: 0.3 },
    { problems: 100, samples: 4, share: 0.99, alike: 1 },
    { problems: 30, samples: 16, share: 0.5, alike: 0.3 },
    { problems: 10, samples: 16, share: 0.5, alike: 0 },
    { problems: 30, samples: 4, share: 1, alike: 0 },
  ])('hold the truth as often as they say: %o', (scenario) => {
    // 0.95 by 500 runs: three standard errors are 0.029.
    expect(coverage(scenario, 500, JSON.stringify(scenario)).held).toBeGreaterThan(0.921);
  });

  it('are narrow where samples are independent, and wide where a problem is solved always or never', () => {
    const widthAt = (alike: number) => coverage({ problems: 100, samples: 16, share: 0.5, alike }, 50, 'width').width;
    expect(widthAt(0)).toBeLessThan(0.07);
    expect(widthAt(1)).toBeGreaterThan(0.18);
  });
});

describe('intervals of differences', () => {
  it.each([
    { problems: 30, samples: 4, share: 0.9, alike: 0.3, lift: 0.5 },
    { problems: 30, samples: 1, share: 0.946, alike: 0, lift: 0 },
    { problems: 30, samples: 1, share: 0, alike: 0, lift: 0.1 },
    { problems: 12, samples: 4, share: 0.5, alike: 1, lift: 0.3 },
  ])('hold the truth as often as they say: %o', (scenario) => {
    // 0.95 by 100 runs: three standard errors are 0.065.
    expect(differenceCoverage(scenario, 100, JSON.stringify(scenario))).toBeGreaterThan(0.885);
  });
});
