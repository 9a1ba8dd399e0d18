import type { DosedSequence } from './dose.js';

/** What is sent of a dose, and what the finding is called. */
type NamedRequests = readonly [name: string, requests: readonly (readonly DosedSequence[])[]];

const ONE_OF_FOUR: NamedRequests = ['one of four places', [[{ value: 1, length: 4 }]]];
const THREE_OF_ONE: NamedRequests = ['three sequences of one', [[{ value: 1 }, { value: 1 }, { value: 1 }]]];
const TWO_REQUESTS: NamedRequests = [
  'one, then three of two',
  [[{ value: 1 }], [{ value: 2 }, { value: 2 }, { value: 2 }]],
];

/** What tells the rules of reduction apart: no two of them make the same of all these. */
export const REDUCED: readonly NamedRequests[] = [
  ['three', [[{ value: 3 }]]],
  ['a quarter', [[{ value: 0.25 }]]],
  ...[ONE_OF_FOUR, THREE_OF_ONE, TWO_REQUESTS],
];

/** What holds a loss with clipped ratios to a rule, and tells it from another one and from those that cap a ratio besides. */
export const CLIPPED: readonly NamedRequests[] = [
  ...[ONE_OF_FOUR, THREE_OF_ONE, TWO_REQUESTS],
  [
    'ratios of all kinds',
    [
      [
        { value: 2, ratio: 1.25 },
        { value: 4, ratio: 1.6 },
        { value: -1, ratio: 4 },
        { value: -8, ratio: 0.5 },
        { value: 1, ratio: 0.5 },
      ],
    ],
  ],
];
