import type { GenerateRequest } from '../../../base/index.js';
import { checkGenerateRequest } from '../../../base/internal/index.js';
import type { DecoderConfig } from '../../model/config.js';

/**
 * Checks a request before any work starts.
 *
 * @throws TypeError for a sampling option that there is not; RangeError for an empty or over-long context, what is no id of the vocabulary, or a sampling option out of range.
 */
export function checkRequest(request: GenerateRequest, config: DecoderConfig): void {
  checkGenerateRequest(request);
  const { tokens } = request;
  if (tokens.length === 0) throw new RangeError('request.tokens: expected at least one token, got none');
  if (tokens.length >= config.maxPositionEmbeddings) {
    throw new RangeError(
      `request.tokens: expected fewer than ${config.maxPositionEmbeddings} (the model's context), got ${tokens.length}`,
    );
  }
  const outside = tokens.findIndex((id) => id >= config.vocabSize);
  if (outside >= 0) {
    throw new RangeError(
      `request.tokens[${outside}]: expected an id below ${config.vocabSize} (the vocabulary), got ${tokens[outside]}`,
    );
  }
}
