import type { AnswerLogprob } from '../model-answer.js';

/** The logprobs of an answer's tokens, as OpenAI's dialects write them. @param noBytes - Stands for bytes that are not known. */
export function tokenLogprobs(logprobs: readonly AnswerLogprob[], noBytes: null | readonly []): object[] {
  return logprobs.map(({ token, logprob }) => ({
    token,
    logprob,
    // A token may be a part of a character: its bytes are not known then.
    bytes: token.includes('\ufffd') ? noBytes : [...new TextEncoder().encode(token)],
    top_logprobs: [],
  }));
}
