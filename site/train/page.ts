/** The page: it shows what the training worker reports, and runs the Python that the model writes. */
import type { MetricRecord, RolloutSample } from 'rstar2-agent/report';
import { ALGORITHMS, type Algorithm } from '../../examples/training/algorithms.js';
import { AskForm } from './ask-form.js';
import { Chart, type Series } from './chart.js';
import { curvesOf, percent, type Curves } from './curves.js';
import { byId, el } from './dom.js';
import { GroupView, NAMES } from './group-view.js';
import type { Attempt, FromWorker, ToWorker } from './messages.js';
import { Progress } from './progress.js';
import { startPython } from './python.js';
import { transcript, verdict, verdictView } from './transcript.js';

/** A run as the page knows it. */
interface Run {
  records: MetricRecord[];
  samples: RolloutSample[];
  isFinished: boolean;
}

const runs = Object.fromEntries(
  ALGORITHMS.map((name) => [name, { records: [], samples: [], isFinished: false }]),
) as unknown as Record<Algorithm, Run>;

const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const send = (message: ToWorker) => worker.postMessage(message);
const python = startPython();
const progress = new Progress();
const groups = new GroupView();
const ask = new AskForm((text, groundTruth) => send({ kind: 'ask', text, groundTruth }));
const status = byId('status');
const trainButton = byId<HTMLButtonElement>('train');

const MACHINES: { readonly [backend: string]: string } = {
  webgpu: 'the graphics processor (WebGPU)',
  wasm: 'WebAssembly on one thread',
  cpu: 'plain JavaScript',
};
const SHARE = { format: percent, range: [0, 1] } as const;
const charts = {
  loss: new Chart('chart-loss', {
    ...{
      title: 'Loss on demonstrations',
      unit: 'SFT step',
      format: (value) => value.toFixed(1),
      range: [0, 6],
      follows: true,
    },
    sentence: 'First the model learns to copy demonstrations: lower means better.',
  }),
  solved: new Chart('chart-solved', {
    ...{ title: 'Problems solved', unit: 'RL step', ...SHARE },
    sentence:
      'Then it solves more and more problems that it has never seen; the thin line is the problems it trains on.',
  }),
  failed: new Chart('chart-failed', {
    ...{ title: 'Failed calls in right answers', unit: 'RL step', ...SHARE, range: [0, 0.4], follows: true },
    sentence: 'With GRPO-RoC the failed calls disappear; without it they stay.',
  }),
};
byId('charts').append(...Object.values(charts).map(({ element }) => element));

let shown: Algorithm = 'grpo-roc';
let state: 'loading' | 'idle' | 'training' | 'pausing' | 'paused' = 'loading';

worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
  switch (data.kind) {
    case 'ready':
      byId('machine').textContent =
        `${data.parameters.toLocaleString('en')} numbers, computed by ${MACHINES[data.backend] ?? data.backend}.` +
        (data.isKept ? '' : ' This browser keeps no files: a reload loses the run.');
      return progress.setStages(data.stages);
    case 'untrained':
      byId('untrained').textContent = `It solves ${data.solved} of ${data.of} problems.`;
      return status.textContent === 'Loading …' ? say('The untrained model has tried. Ready to train.') : undefined;
    case 'attempt':
      return showAttempt(data.attempt, data.isUntrained);
    case 'state': {
      const { algorithm, records, samples, isFinished } = data.state;
      runs[algorithm] = { records: [...records], samples: [...samples], isFinished };
      if (state !== 'training' && records.length > 0 && runs[shown].records.length === 0) choose(algorithm);
      if (state === 'loading') setState('idle');
      return drawRun();
    }
    case 'record':
      runs[data.algorithm].records.push(data.record);
      return drawRun();
    case 'samples':
      runs[data.algorithm].samples.push(...data.samples);
      return data.algorithm === shown ? groups.show(runs[shown].samples, shown) : undefined;
    case 'note':
      return progress.note(data.text);
    case 'paused':
      setState('paused');
      return say('Paused.');
    case 'finished':
      setState('idle');
      return say(`${NAMES[data.algorithm]} has finished.`);
    case 'answer':
      return ask.show(data.attempt);
    case 'report':
      return download(data.html);
    case 'python':
      python.run(data.args).then(
        (result) => send({ kind: 'python-result', id: data.id, result }),
        (error: unknown) => showFailure(`Python does not start: ${String(error)}`),
      );
      return;
    case 'failed':
      if (data.doing === 'ask') return ask.showFailure(data.message);
      if (data.doing === 'train') setState('idle');
      return showFailure(data.message);
  }
};
worker.onerror = ({ message }) => showFailure(message);
python.started.then(
  () => (byId('python').textContent = 'Python has started.'),
  (error: unknown) => showFailure(`Python does not start: ${String(error)}`),
);

trainButton.onclick = () => {
  if (state === 'training') {
    setState('pausing');
    return send({ kind: 'pause' });
  }
  if (state === 'paused') send({ kind: 'resume' });
  else send({ kind: 'train', algorithm: shown });
  setState('training');
  say(`Training with ${NAMES[shown]}.`);
};
byId('start-over').onclick = () => {
  send({ kind: 'start-over' });
  setState('idle');
  byId('now').hidden = true;
  say('All runs are removed.');
};
byId('download').onclick = () => send({ kind: 'report', algorithm: shown });
for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=algorithm]'))
  radio.onchange = () => choose(radio.value as Algorithm);

send({ kind: 'open', tool: python.description, isShort: new URLSearchParams(location.search).has('short') });

/** Shows the run of an algorithm. */
function choose(algorithm: Algorithm): void {
  shown = algorithm;
  byId<HTMLInputElement>(`algorithm-${algorithm}`).checked = true;
  drawRun();
  groups.show(runs[algorithm].samples, algorithm);
}

function drawRun(): void {
  const curves = ALGORITHMS.map((name, colour) => ({
    name: NAMES[name],
    colour,
    algorithm: name,
    ...curvesOf(runs[name].records),
  }));
  const series = (of: keyof Curves): Series[] =>
    curves.map(({ name, colour, ...rest }) => ({ name, colour, points: rest[of] }));
  const own = curves.find(({ algorithm }) => algorithm === shown)!;
  charts.loss.draw([{ name: 'loss', colour: own.colour, points: own.loss }]);
  charts.solved.draw([
    { name: 'training', colour: own.colour, points: own.reward, isFaint: true },
    ...series('solved'),
  ]);
  charts.failed.draw(series('failed'));
  progress.show(runs[shown].records, runs[shown].isFinished);
  if (runs[shown].samples.length > 0) groups.show(runs[shown].samples, shown);
  drawButtons();
}

function setState(to: typeof state): void {
  state = to;
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=algorithm]'))
    radio.disabled = to !== 'idle';
  drawButtons();
}

function drawButtons(): void {
  const { records, isFinished } = runs[shown];
  trainButton.disabled = state === 'loading' || state === 'pausing' || (state === 'idle' && isFinished);
  trainButton.textContent = {
    loading: 'Loading …',
    idle: isFinished ? 'Trained' : records.length > 0 ? 'Resume' : 'Train',
    training: 'Pause',
    pausing: 'Pausing after this step …',
    paused: 'Resume',
  }[state];
  byId<HTMLButtonElement>('download').disabled = records.length === 0;
  byId<HTMLButtonElement>('start-over').disabled = ALGORITHMS.every((name) => runs[name].records.length === 0);
}

function showAttempt({ rollout, groundTruth, after }: Attempt, isUntrained: boolean): void {
  byId('problem').textContent = String(rollout.prompt.at(-1)?.content ?? '');
  const place = byId(isUntrained ? 'before-body' : 'now-body');
  place.replaceChildren(verdictView(verdict(rollout, groundTruth)), transcript(rollout));
  if (isUntrained) return;
  byId('now').hidden = false;
  byId('now-title').textContent = `Now, after ${after}`;
}

/** Says one thing to a person who does not see the page; what changes with every step is not said. */
function say(text: string): void {
  status.textContent = text;
}

function showFailure(message: string): void {
  const place = byId('failure');
  place.hidden = false;
  place.replaceChildren(el('p', { text: message }));
}

function download(html: string): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = el('a', { href: url, download: `rstar2-agent-${shown}.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
