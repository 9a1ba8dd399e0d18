import type { GenerateRequest } from '../../../base/index.js';
import { checkGenerateRequest } from '../../../base/internal/index.js';
import type { DecoderConfig } from '../../model/config.js';

/**
 * Checks a request before any work starts.
 *
 * @throws TypeError for a sampling option that there is not; RangeError for an empty or over-long context, an id outside the vocabulary, or a sampling option out of range.
 */
export function checkRequest(request: GenerateRequest, config: DecoderConfig): void {
  checkGenerateRequest(request);
  const { tokens, sampling } = request;
  const { temperature = 1, topK = Infinity, topP = 1, minP = 0, maxTokens } = sampling;
  if (tokens.length === 0) throw new RangeError('request.tokens: expected at least one token, got none');
  if (tokens.length >= config.maxPositionEmbeddings) {
    throw new RangeError(
      `request.tokens: expected fewer than ${config.maxPositionEmbeddings} (the model's context), got ${tokens.length}`,
    );
  }
  const outside = tokens.findIndex((id) => !(id >= 0 && id < config.vocabSize));
  if (outside >= 0) {
    throw new RangeError(
      `request.tokens[${outside}]: expected an id below ${config.vocabSize} (the vocabulary), got ${tokens[outside]}`,
    );
  }
  if (!(temperature >= 0 && Number.isFinite(temperature))) {
    throw new RangeError(`request.sampling.temperature: expected a number of at least 0, got ${temperature}`);
  }
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`request.sampling.topP: expected a number in (0, 1], got ${topP}`);
  if (topK !== Infinity && !(Number.isInteger(topK) && topK >= 1))
    throw new RangeError(`request.sampling.topK: expected a positive integer, got ${topK}`);
  if (!(minP >= 0 && minP <= 1))
    throw new RangeError(`request.sampling.minP: expected a number in [0, 1], got ${minP}`);
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw new RangeError(`request.sampling.maxTokens: expected a positive integer, got ${maxTokens}`);
  }
}
