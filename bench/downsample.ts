/**
 * Claim: penalties and downsampling of a step of the paper's size go through at least 2 GB of text a second.
 *
 * A step is 512 prompts with 32 rollouts each, 30 KB of text in each, a tenth of it tool responses. Run it with
 * `npx tsx bench/downsample.ts`; it needs 2 GB of memory.
 */
import { releaseDownsample, textPenalty } from '../src/compat/index.js';
import { rocDownsample } from '../src/downsample/index.js';
import { measure, type Contestant } from './harness.js';
import { startPythonPeer } from './python-peer.js';
import { writeReport } from './report.js';
import { benchRollouts, type BenchRollout } from './rollout-texts.js';
import { benchOptions } from './options.js';

benchOptions();

const ROLLOUTS = 16_384;
const GROUP = 32;
const LENGTH = 30_000;
/** Python goes through a part of the same texts, and two-byte texts are a part too; rates are per character. */
const PART = 1_024;

const rollouts = benchRollouts(ROLLOUTS, GROUP, LENGTH);
const twoByte = benchRollouts(PART * 4, GROUP, LENGTH, true);
const text = (rollout: BenchRollout) => rollout.responseText;
const options = { keep: GROUP / 2, seed: 'bench' } as const;
const byText = { ...options, penalty: (rollout: BenchRollout) => total(textPenalty(rollout.responseText)) };

const size = (batch: readonly BenchRollout[]) => batch.reduce((sum, { responseText }) => sum + responseText.length, 0);
/** What the structured penalties read: the policy's own text, not the tool responses. */
const spoken = rollouts.reduce((sum, { turns }) => sum + turns.reduce((own, turn) => own + turn.text.length, 0), 0);
const contestant = (
  name: string,
  batch: readonly BenchRollout[],
  run: Contestant['run'],
  characters = size(batch),
): Contestant => ({ name, work: characters / 1e9, run });

const python = startPythonPeer(
  'release-penalties.py',
  rollouts.slice(0, PART).map(({ responseText }) => responseText),
);
if (python !== undefined) checkPeer(await python.run());

const { measurements, machine } = await measure([
  contestant('`indexOf` pass over the same text', rollouts, () => countTag(rollouts, '<tool_response>')),
  contestant('text penalties + downsampling, by the paper', rollouts, () => {
    return rocDownsample(rollouts, byText).kept.length;
  }),
  contestant('text penalties + downsampling, by the release', rollouts, () => {
    return releaseDownsample(rollouts, { keep: GROUP / 2, text, worldSize: 8 }).kept.length;
  }),
  contestant(
    'structured penalties + downsampling',
    rollouts,
    () => rocDownsample(rollouts, options).kept.length,
    spoken,
  ),
  contestant('text penalties + downsampling, two-byte text', twoByte, () => {
    return rocDownsample(twoByte, byText).kept.length;
  }),
  ...(python === undefined
    ? []
    : [contestant('penalties alone with Python `re`', rollouts.slice(0, PART), () => python.run())]),
]);
python?.close();

writeReport({
  name: 'downsample',
  guide: 'docs/downsampling.md',
  task: `${ROLLOUTS.toLocaleString('en')} rollouts in groups of ${GROUP}, ${(size(rollouts) / ROLLOUTS / 1000).toFixed(0)} KB of text each, a tenth of it tool responses; ${GROUP / 2} kept of each group.`,
  unit: 'GB/s',
  measurements,
  machine,
  notes: [
    '`structured` reads `isError`, and looks for answers in what the policy wrote, which is what its rate counts. A gigabyte is',
    '10⁹ characters; two-byte text takes twice the memory.',
    ...(python === undefined
      ? ['There was no python3 here to compare with.']
      : [`Python went through ${PART.toLocaleString('en')} of the rollouts, as the release does.`]),
  ],
});

function total({ errorRatio, format }: ReturnType<typeof textPenalty>): number {
  return errorRatio + format;
}

function countTag(batch: readonly BenchRollout[], tag: string): number {
  let count = 0;
  for (const { responseText } of batch)
    for (let at = responseText.indexOf(tag); at >= 0; at = responseText.indexOf(tag, at + tag.length)) count++;
  return count;
}

/** A comparison means nothing unless both sides count the same. */
function checkPeer(theirs: number): void {
  const ours = rollouts.slice(0, PART).reduce((sum, { responseText }) => {
    const { errorRatio, format } = textPenalty(responseText);
    return sum + errorRatio + format;
  }, 0);
  if (Math.abs(ours - theirs) > 1e-9) throw new Error(`the peer counts ${theirs}, we count ${ours}`);
}
