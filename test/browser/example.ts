/** A small batch whose loss is computed on both sides. */
export const BATCH = {
  offsets: [0, 3, 5],
  responseMask: [0, 1, 1, 1, 1],
  oldLogprobs: [0, -1, -2, -1, -3],
  advantages: [0, 1, 1, -1, -1],
};
export const LOGPROBS = [0, -0.5, -2.1, -1.4, -2.5];
