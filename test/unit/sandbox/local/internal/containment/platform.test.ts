import { expect, it } from 'vitest';
import { platformRefusal } from '../../../../../../src/sandbox/local/internal/containment/platform.js';

it.each(['darwin', 'win32'] as const)('on %s it says what there is and what would help', (platform) => {
  expect(platformRefusal(platform)).toContain(
    `contained fully on Linux only, and this is ${platform}: run this in a Linux container`,
  );
});

it('takes Node on Linux', () => {
  expect(platformRefusal('linux')).toBeUndefined();
});
