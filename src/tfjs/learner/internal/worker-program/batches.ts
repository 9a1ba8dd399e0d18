import * as tf from '@tensorflow/tfjs-core';
import { LearnerError, PolicyError } from '../../../../base/index.js';
import { hostMemory } from '../../../internal/memory/host-memory.js';
import { engineFailure } from '../../../internal/wasm-program.js';
import { lossAndGradients } from '../batch-gradients.js';
import type { Decoder } from '../../../model/decoder.js';
import { batchLogprobs } from '../../../model/internal/index.js';
import type { Call, SentGradients } from '../../../workers/internal/index.js';

type Asked<Kind extends Call['kind']> = Extract<Call, { readonly kind: Kind }>;

export function computeGradients(model: () => Decoder, asked: Asked<'gradients'>): Promise<SentGradients> {
  return engineFailure('forwardBackward', LearnerError, async () => {
    const { batch, counted, objective } = asked;
    const { gradients, ...measured } = await lossAndGradients(model(), batch, counted, objective);
    try {
      const sent = Array.from(gradients, ([name, gradient]) => ({
        name,
        shape: gradient.shape,
        values: hostMemory()!.view(gradient).slice(),
      }));
      return { ...measured, gradients: sent };
    } finally {
      tf.dispose([...gradients.values()]);
    }
  });
}

export function computeLogprobs(model: () => Decoder, { batch, failure }: Asked<'logprobs'>): Promise<Float32Array> {
  const Failure = failure === 'LearnerError' ? LearnerError : PolicyError;
  return engineFailure('logprobs', Failure, () => batchLogprobs(model(), batch, Failure));
}
