import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';

describe('with barePercent', () => {
  it.each([
    ['25', String.raw`\boxed{25\%}`],
    ['25', String.raw`The answer is 25 percent.`],
    ['0.5', String.raw`\boxed{0.5\%}`],
    ['0.25', String.raw`\boxed{25\%}`],
    ['5', String.raw`\boxed{5\text{ ppm}}`],
  ])('takes the number %s of a data set for the percentage in %s', (groundTruth, response) => {
    expect(verifyMath(response, groundTruth, { barePercent: true }).kind).toBe('correct');
  });

  it('takes no other percentage, and none at all where it is left out', () => {
    expect(verifyMath(String.raw`\boxed{26\%}`, '25', { barePercent: true }).kind).toBe('incorrect');
    expect(verifyMath(String.raw`\boxed{25^\circ\%}`, '25', { barePercent: true }).kind).toBe('incorrect');
    expect(verifyMath(String.raw`\boxed{25\%}`, '25').kind).toBe('incorrect');
  });
});
