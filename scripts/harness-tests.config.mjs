/** The tests of programs that ask a model over HTTP; `npm run test:harnesses` sets RSTAR2_HARNESSES to where they are installed. */
export default {
  test: {
    include: ['test/harnesses/*.harness.ts'],
    globalSetup: 'test/leftovers.ts',
    maxWorkers: 2,
    testTimeout: 300_000,
  },
};
