import { NO, tex, YES } from '../adversarial/case.js';
import type { CaseRow } from '../adversarial/case.js';

// Of the answers of solvers and cheaters those that are graded with options.

export const WITH_OPTIONS: readonly CaseRow[] = [
  [
    tex`\sqrt{13}`,
    tex`The distance is approximately $\boxed{3.606}$.`,
    YES,
    'three places asked for and right',
    { floatRounding: 3 },
  ],
  [
    tex`\sqrt{13}`,
    tex`The distance is approximately $\boxed{3.61}$.`,
    NO,
    'two places where three are asked for',
    { floatRounding: 3 },
  ],
  ['3', tex`$\boxed{\log e^3}$`, YES, 'natural by the option', { log: 'natural' }],
  [
    tex`1\text{ m}`,
    tex`So the volume is $\boxed{100\text{ cm}}$.`,
    NO,
    'conversion switched off by the option',
    { convertUnits: false },
  ],
  ['(1,2)', tex`\boxed{\{1,2\}}`, YES, 'not strict: a set may stand for a tuple', { strict: false }],
  [
    '[2,5)',
    tex`The solution set is $\boxed{2\le x<5}$.`,
    NO,
    'an inequality may not answer for an interval under the option',
    { allowSetRelation: false },
  ],
  [
    '42',
    'The problem mentions 6, 7 and 42.',
    YES,
    'undeclared number made an answer by the option',
    { search: { undeclared: true } },
  ],
  [tex`\frac{1}{3}`, tex`$\boxed{0.5}$`, NO, 'not even with one place', { floatRounding: 1 }],
  [tex`\frac13`, tex`$\boxed{0.34}$`, NO, '1/3 rounds to 0.33', { floatRounding: 2 }],
];
