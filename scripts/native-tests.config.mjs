/** The tests of tensors on TensorFlow's node backend; `npm run test:native` sets RSTAR2_NATIVE to where it was built. */
export default {
  test: {
    include: [
      'test/unit/tfjs/kernel/{gather-rows,logprobs-from-*}.test.ts',
      'test/unit/tfjs/objective/**/*.test.ts',
      'test/golden/{tensor-*,decoder,lora}.test.ts',
      'test/unit/tfjs/model/{decoder,adapter,adapter-files,internal/decoder/packed-attention}.test.ts',
      'test/unit/tfjs/internal/memory/*.test.ts',
      'test/unit/tfjs/sampler/sampler.test.ts',
      'test/unit/tfjs/learner/{tfjs-learner,learner-factory,tfjs-learner/adapter}.test.ts',
      'test/unit/tfjs/learner/internal/*.test.ts',
      'test/unit/tfjs/**/*.native.ts',
    ],
    alias: { '@tensorflow/tfjs-node': `${process.env['RSTAR2_NATIVE']}/dist/index.js` },
    // The library is half a gigabyte; one process at a time holds it.
    maxWorkers: 1,
    testTimeout: 120_000,
  },
};
