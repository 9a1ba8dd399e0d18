import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What a run leaves behind fails it.
    globalSetup: 'test/leftovers.ts',
    // Two cores, and the kernels and the sandbox are heavy: files run side by side, two at a time.
    maxWorkers: 2,
    testTimeout: 60_000,
    typecheck: { enabled: false },
  },
});
