import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';
import * as numbers from './blind/numbers.js';
import * as expressions from './blind/expressions.js';
import * as functions from './blind/functions.js';
import * as formatting from './blind/formatting.js';
import * as structures from './blind/structures.js';
import * as inequalities from './blind/inequalities.js';
import * as units from './blind/units.js';
import * as outputs from './blind/outputs.js';
import * as endings from './blind/endings.js';
import * as doubt from './blind/doubt.js';
import * as problems from './blind/problems.js';
import * as answers from './blind/answers.js';
import * as modelsAnswers from './blind/models-answers.js';
import * as rewardHacks from './blind/reward-hacks.js';
import * as boxedAnswers from './blind/boxed-answers.js';
import * as spokenAnswers from './blind/spoken-answers.js';
import * as counterfeitsInWords from './blind/counterfeits-in-words.js';
import * as counterfeitsInFormulas from './blind/counterfeits-in-formulas.js';
import * as writtenBySolvers from './blind/written-by-solvers.js';
import * as writtenByCheaters from './blind/written-by-cheaters.js';
import * as solversOnceMore from './blind/solvers-once-more.js';
import * as cheatersOnceMore from './blind/cheaters-once-more.js';
import * as withOptions from './blind/with-options.js';
import * as solversAThirdTime from './blind/solvers-a-third-time.js';
import * as cheatersAThirdTime from './blind/cheaters-a-third-time.js';
import * as solversAFourthTime from './blind/solvers-a-fourth-time.js';
import * as cheatersAFourthTime from './blind/cheaters-a-fourth-time.js';
import * as optionsAThirdTime from './blind/options-a-third-time.js';

const GROUPS = {
  ...numbers,
  ...expressions,
  ...functions,
  ...formatting,
  ...structures,
  ...inequalities,
  ...units,
  ...outputs,
  ...endings,
  ...doubt,
  ...problems,
  ...answers,
  ...modelsAnswers,
  ...rewardHacks,
  ...withOptions,
  ...optionsAThirdTime,
};

/** Written without sight of the verifier, the verdict before the run. */
for (const [name, rows] of Object.entries(GROUPS)) {
  describe(`blind cases: ${name.toLowerCase().replaceAll('_', ' ')}`, () => {
    for (const [gold, response, expected, why, options] of rows) {
      it(`${JSON.stringify(gold)} against ${JSON.stringify(response)} is ${expected}: ${why}`, () => {
        const { kind } = verifyMath(response, gold, options);
        if (expected === 'not-correct') expect(kind).not.toBe('correct');
        else expect(kind).toBe(expected);
      });
    }
  });
}

/** Another six hundred, drawn at random before they were scored, and a thousand written by hand. */
const TABLES = {
  ...boxedAnswers,
  ...spokenAnswers,
  ...counterfeitsInWords,
  ...counterfeitsInFormulas,
  ...writtenBySolvers,
  ...writtenByCheaters,
};

/** The second, third and fourth set, by other hands. */
const MORE_TABLES = {
  ...solversOnceMore,
  ...cheatersOnceMore,
  ...solversAThirdTime,
  ...cheatersAThirdTime,
  ...solversAFourthTime,
  ...cheatersAFourthTime,
};

for (const [name, rows] of [...Object.entries(TABLES), ...Object.entries(MORE_TABLES)]) {
  describe(`blind cases: ${name.toLowerCase().replaceAll('_', ' ')}`, () => {
    for (const { groundTruth, response, verdict } of rows) {
      it(`${JSON.stringify(groundTruth)} against ${JSON.stringify(response)} is ${verdict}`, () => {
        const { kind } = verifyMath(response, groundTruth);
        if (verdict === 'not correct') expect(kind).not.toBe('correct');
        else expect(kind).toBe(verdict);
      });
    }
  });
}
