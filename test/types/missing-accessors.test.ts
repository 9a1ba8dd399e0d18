import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Calls for rollouts that are not ours, and the accessors that the compiler must ask for by name. */
const CALLS: readonly (readonly [call: string, ...accessors: string[]])[] = [
  ['groupAdvantages(own)', 'reward', 'groupBy'],
  ['groupAdvantages(own, {})', 'reward', 'groupBy'],
  ['groupAdvantages(own, { reward })', 'groupBy'],
  ['groupAdvantages(rewarded, { ddof: 0 })', 'groupBy'],
  ['rejectEqualRewards(own)', 'reward', 'groupBy'],
  ['rejectEqualRewards(own, { groupBy })', 'reward'],
  ['rocDownsample(own, { keep: 4, seed: 1 })', 'reward', 'groupBy'],
  ['rocDownsample(own, { keep: 4, seed: 1, reward, groupBy })', 'toolCallCount'],
  ['rocDownsample(own, { keep: 4, seed: 1, penalty })', 'reward', 'groupBy'],
  ['rocDownsample(own, { keep: 4, seed: 1, penalty, reward })', 'groupBy'],
  ['rocPenalties(own, {})', 'toolCallCount'],
  ['packRollouts(own, { advantages: 1 })', 'tokens'],
  ['selectRollouts(own, { keep: 4, seed: 1, penalty, groupBy })', 'reward'],
  ['scoreRollouts(own, mathReward())', 'response', 'groundTruth'],
  ['scoreRollouts(own, mathReward({ groundTruth: (run: Own) => run.task }))', 'response'],
  ['scoreRollouts(own, formatReward())', 'response'],
  ['scoreRollouts(own, softLengthReward(length))', 'length'],
  ['scoreRollouts(own, codeReward(sandbox, { tests }))', 'response', 'code'],
  ['scoreRollouts(own, composeRewards({ form: formatReward() }))', 'response'],
];

/** Calls that are complete: nothing to say. */
const COMPLETE = [
  'groupAdvantages(own, { reward, groupBy })',
  'groupAdvantages([{ groupId: 7, reward: 1 }])',
  'rejectEqualRewards([{ groupId: "a", reward: 1 }], { worldSize: 2 })',
  'rocDownsample(own, { keep: 4, seed: 1, reward, groupBy, penalty })',
  'rocDownsample(ours, { keep: 4, seed: 1 })',
  'packRollouts(ours, { advantages: [1], among: new Uint8Array(1) })',
  'selectRollouts(ours, { keep: 4, seed: 1 })',
  'scoreRollouts(ours, mathReward())',
  'scoreRollouts(extended, mathReward({ groundTruth: (run) => run.answer }))',
  'scoreRollouts(own, mathReward({ response: (run) => run.task, groundTruth: (run) => run.task }))',
  'scoreRollouts(own, formatReward({ response: (run) => run.task }))',
  'scoreRollouts(own, softLengthReward({ ...length, length: (run) => run.score }))',
  'scoreRollouts(own, codeReward(sandbox, { tests, code: (run) => run.task }))',
  'scoreRollouts(own, codeReward(sandbox, { tests, response: (run) => run.task }))',
  'scoreRollouts(extended, composeRewards({ right: mathReward(), form: { reward: formatReward(), weight: 0.1 } }))',
];

const PRELUDE = `
import { groupAdvantages, packRollouts, rejectEqualRewards, rocDownsample, selectRollouts, type Sandbox, type GroupAdvantageOptions, type RocOptions, type Rollout, type SelectOptions, type TokenTrace } from '${ROOT}src/index.js';
import { rocPenalties } from '${ROOT}src/downsample/index.js';
import { codeReward, composeRewards, formatReward, mathReward, scoreRollouts, softLengthReward } from '${ROOT}src/reward/index.js';
interface Own { readonly score: number; readonly task: string }
export interface Graded { readonly reward: number; readonly groupId: string }
export type Options = [GroupAdvantageOptions, RocOptions, SelectOptions, TokenTrace];
declare const own: readonly Own[];
declare const rewarded: readonly { readonly reward: number }[];
declare const ours: readonly Rollout[];
declare const sandbox: Sandbox;
declare const extended: readonly (Rollout & { readonly answer: string })[];
const tests = () => ({ kind: 'unit-tests', code: 'assert f(1) == 2' }) as const;
const length = { maxLength: 2, cacheLength: 1 };
const reward = (run: Own) => run.score;
const groupBy = (run: Own) => run.task;
const penalty = () => 0;
export const used = [own, rewarded, ours, reward, groupBy, penalty, rocPenalties, selectRollouts, sandbox, extended, tests, length];
export const rewards = [codeReward, composeRewards, formatReward, mathReward, scoreRollouts, softLengthReward];
`;

/** Functions of a caller that is generic over rollouts itself: nothing to say, and no type argument to write down. */
const GENERIC = [
  'function f<T extends Rollout>(runs: T[]) { return rocDownsample(runs, { keep: 2, seed: 1 }).kept; }',
  'function f<T extends Rollout>(runs: T[]) { return selectRollouts(runs, { keep: 2, seed: 1, rejection: {} }).kept; }',
  'function f<T extends Rollout>(runs: T[]) { return groupAdvantages(runs, { among: rejectEqualRewards(runs).kept }); }',
  'function f<T extends Rollout>(runs: T[]) { return packRollouts(runs, { advantages: groupAdvantages(runs) }); }',
  'function f<T extends Rollout>(runs: T[]) { return rocPenalties(runs); }',
  'function f<T extends Rollout>(runs: T[], reward: (run: T) => number) { return rocDownsample(runs, { keep: 2, seed: 1, reward }); }',
  'function f<T extends Rollout>(runs: T[], options: RocOptions<T>) { return rocDownsample(runs, options); }',
  'function f<T extends Rollout>(runs: T[], options: SelectOptions<T>) { return selectRollouts(runs, options); }',
  'function f<T extends Rollout>(runs: T[], options: GroupAdvantageOptions<T>) { return groupAdvantages(runs, options); }',
  'function f<T extends Own>(runs: T[]) { return rocDownsample(runs, { keep: 2, seed: 1, reward, groupBy, penalty }); }',
  'function f<T extends Own>(runs: T[]) { return selectRollouts(runs, { keep: 2, seed: 1, reward, groupBy, penalty }); }',
  'function f<T extends Own>(runs: T[]) { return groupAdvantages(runs, { reward: (run) => run.score, groupBy: (run) => run.task }); }',
  'function f<T extends Own>(runs: T[]) { return rejectEqualRewards(runs, { reward, groupBy }); }',
  'function f<T extends Own>(runs: T[]) { return rocPenalties(runs, { penalty }); }',
  'function f<T extends Own>(runs: T[], trace: (run: T) => TokenTrace) { return packRollouts(runs, { advantages: 1, tokens: trace }); }',
  'function f<T extends Own>(runs: T[], more: Partial<RocOptions<T>>) { return rocDownsample(runs, { ...more, keep: 2, seed: 1, reward, groupBy, penalty }); }',
  'function f<T>(runs: T[], reward: (run: T) => number, groupBy: (run: T) => string) { return groupAdvantages(runs, { reward, groupBy }); }',
  'function f<T extends Rollout>(runs: T[]) { return scoreRollouts(runs, mathReward()); }',
  'function f<T extends Own>(runs: T[]) { return scoreRollouts(runs, formatReward({ response: (run) => run.task })); }',
  'function f<T extends Graded>(runs: T[]) { return rocDownsample(runs, { keep: 2, seed: 1, penalty }); }',
  'function f<T extends Graded>(runs: T[]) { return selectRollouts(runs, { keep: 2, seed: 1, penalty }); }',
  'function f<T extends Graded>(runs: T[]) { return groupAdvantages(runs, { among: rejectEqualRewards(runs).kept }); }',
].map((wrapper, i) => wrapper.replace('function f', `export function f${i}`));

/** What the compiler says of each statement. */
function complaintsOf(statements: readonly string[]): string[] {
  const name = join(ROOT, 'test/types/missing-accessors.generated.ts');
  const text = `${PRELUDE}${statements.map((statement) => `${statement};`).join('\n')}\n`;
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (path) => path === name || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === name ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) : getSourceFile(path, ...rest);
  const program = ts.createProgram([name], options, host);
  const source = program.getSourceFile(name)!;
  const complaints = statements.map(() => '');
  const first = PRELUDE.split('\n').length - 1;
  for (const { start, messageText } of program.getSemanticDiagnostics(source)) {
    const line = source.getLineAndCharacterOfPosition(start!).line - first;
    const message = ts.flattenDiagnosticMessageText(messageText, '\n');
    if (line < 0) throw new Error(message);
    complaints[line] += message;
  }
  return complaints;
}

describe('a function for rollouts that are not ours', () => {
  it('names the accessors that are missing in what the compiler says', () => {
    const complaints = complaintsOf(CALLS.map(([call]) => call));
    CALLS.forEach(([call, ...accessors], i) => {
      for (const accessor of accessors)
        expect(complaints[i], call).toMatch(new RegExp(`['"\\s]${accessor}['",\\s]|${accessor}$`));
      expect(complaints[i], call).not.toContain('strategy');
    });
  });

  it('asks for nothing that the type has under the name of our own', () => {
    expect(complaintsOf(COMPLETE)).toEqual(COMPLETE.map(() => ''));
  });

  it('lets a function that is generic over rollouts call it without writing the type down', () => {
    expect(complaintsOf(GENERIC)).toEqual(GENERIC.map(() => ''));
  });
});
