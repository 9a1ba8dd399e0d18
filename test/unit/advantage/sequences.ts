/** Two sequences; the first has a tool response (one masked token) in its middle. */
export const layout = { offsets: [0, 4, 6], responseMask: [1, 0, 1, 1, 0, 1] };
export const outcome = { ...layout, rewards: [0, 9, 0, 1, 9, 2] };
export const list = (values: ArrayLike<number>) => Array.from(values);
