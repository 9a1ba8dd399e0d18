import { expect, it } from 'vitest';
import { SandboxError } from '../../../../../../src/base/index.js';
import { requirePlatform } from '../../../../../../src/sandbox/local/internal/containment/platform.js';

it.each(['darwin', 'win32'] as const)('on %s it says what there is and what would help', (platform) => {
  expect(() => requirePlatform(platform)).toThrow(SandboxError);
  expect(() => requirePlatform(platform)).toThrow(
    `contained on Linux only, and this is ${platform}: run this in a Linux container`,
  );
});

it('takes Node on Linux', () => {
  expect(() => requirePlatform('linux')).not.toThrow();
});
