/**
 * Claim: at least 10,000 verifications a second in one thread on typical cases, a hundred times Math-Verify, and none
 * takes more than 50 ms.
 *
 * Run it with `npm run bench:verify`. The peer is Math-Verify in one warm process; PYTHON names an interpreter that has
 * it (`pip install 'math-verify[antlr4_13_2]==0.8.0'`).
 */
import { verifyMath } from '../src/verify/index.js';
import { BOMBS } from '../test/property/verify-bombs.js';
import { measure, type Machine, type Measurement } from './harness.js';
import { startPythonPeer, type PythonPeer } from './python-peer.js';
import { writeReport } from './report.js';
import { integerPairs, longPairs, suitePairs, type Pair } from './verify-sets.js';
import { benchOptions } from './options.js';

benchOptions();

const rounds = Number(process.env['ROUNDS'] ?? 9);
/** Our passes over a set in one timed run, so that a run takes long enough to be timed. */
const PASSES = 20;

const SETS: Readonly<Record<string, readonly Pair[]>> = {
  "Math-Verify's suite": suitePairs(),
  'boxed integers': integerPairs(500),
  'responses of 30 KB': longPairs(24),
};

interface PeerAnswer {
  readonly missing?: string;
  readonly verdicts: readonly boolean[];
  readonly seconds: readonly number[];
}

const measurements: Measurement[] = [];
const details: Record<string, unknown> = {};
const notes: string[] = [];
let machine: Machine | undefined;
let missing: string | undefined;

for (const [name, pairs] of Object.entries(SETS)) {
  const peer = await startPeer(pairs);
  const measured = await measure(
    [
      ...(peer === undefined ? [] : [{ name: `${name}: Math-Verify`, work: pairs.length, run: () => peer.ask() }]),
      { name: `${name}: verifyMath`, work: pairs.length * PASSES, run: () => passes(pairs) },
    ],
    { rounds },
  );
  measurements.push(...measured.measurements);
  machine = { ...measured.machine, loadBefore: (machine ?? measured.machine).loadBefore };

  const ours = summary(pairs, verdictsOf(pairs), latencies(pairs.map((pair) => () => verdictsOf([pair]))));
  const answer = peer === undefined ? undefined : ((await peer.ask()) as PeerAnswer);
  peer?.close();
  const theirs =
    answer &&
    summary(
      pairs,
      pairs.map(({ recorded }, index) => recorded ?? answer.verdicts[index]!),
      spread(answer.seconds.map((seconds) => seconds * 1000)),
    );
  details[name] = { pairs: pairs.length, verifyMath: ours, mathVerify: theirs };
  notes.push(`- ${name}: ${inWords(ours)}${theirs === undefined ? '' : `; Math-Verify: ${inWords(theirs)}`}.`);
}

const bombs = latencies(
  BOMBS.map(
    ({ response, groundTruth }) =>
      () =>
        verifyMath(response, groundTruth),
  ),
);
details['bombs'] = { count: BOMBS.length, milliseconds: bombs };
notes.push(
  `- ${BOMBS.length} hostile inputs (a megabyte, 100,000 braces deep, towers of powers, …): ${describe(bombs)}.`,
);
if (missing !== undefined) notes.push(`- Math-Verify could not be imported here: ${missing}.`);

writeReport({
  name: 'verify',
  guide: 'docs/verification.md',
  task: 'One thread, warm; each pair is extracted, parsed and compared from the start. Ratios are to Math-Verify on the same pairs.',
  unit: 'verifications/s',
  measurements,
  machine: machine!,
  notes: [
    '',
    'Of one verification, and how many verdicts are as labelled (on its suite by the verdicts that Math-Verify records with the options of each case):',
    '',
    ...notes,
  ],
  details,
});

async function startPeer(pairs: readonly Pair[]): Promise<PythonPeer | undefined> {
  if (missing !== undefined) return undefined;
  const peer = startPythonPeer(
    'math-verify-peer.py',
    pairs.map(({ gold, response }) => [gold, response]),
  );
  missing = peer === undefined ? 'there is no Python' : ((await peer.ask()) as PeerAnswer).missing;
  if (missing === undefined) return peer;
  peer?.close();
  return undefined;
}

function verdictsOf(pairs: readonly Pair[]): boolean[] {
  return pairs.map(({ gold, response, options }) => verifyMath(response, gold, options).kind === 'correct');
}

function passes(pairs: readonly Pair[]): number {
  let correct = 0;
  for (let pass = 0; pass < PASSES; pass++) correct += verdictsOf(pairs).filter(Boolean).length;
  return correct;
}

interface Spread {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** The least of five timings of each call, so that a busy moment of the machine is not taken for the call's own. */
function latencies(calls: readonly (() => unknown)[]): Spread {
  return spread(
    calls.map((call) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const start = performance.now();
          call();
          return performance.now() - start;
        }),
      ),
    ),
  );
}

function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (fraction: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))]!;
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}

interface Summary {
  readonly milliseconds: Spread;
  readonly right: number;
  readonly falsePositives: number;
  readonly pairs: number;
}

function summary(pairs: readonly Pair[], verdicts: readonly boolean[], milliseconds: Spread): Summary {
  const wrong = pairs
    .map(({ label }, index) => ({ label, verdict: verdicts[index]! }))
    .filter((p) => p.label !== p.verdict);
  const falsePositives = wrong.filter(({ verdict }) => verdict).length;
  return { milliseconds, right: pairs.length - wrong.length, falsePositives, pairs: pairs.length };
}

function inWords({ milliseconds, right, pairs, falsePositives }: Summary): string {
  const share = ((100 * right) / pairs).toFixed(1);
  return `${describe(milliseconds)}; ${share} % as labelled, ${falsePositives} false positives`;
}

function describe({ median, p99, max }: Spread): string {
  return `${inUnits(median)} (median), ${inUnits(p99)} (99 %), at most ${inUnits(max)}`;
}

function inUnits(value: number): string {
  if (value >= 10) return `${value.toFixed(0)} ms`;
  return value < 0.1 ? `${(value * 1000).toFixed(0)} µs` : `${value.toPrecision(2)} ms`;
}
