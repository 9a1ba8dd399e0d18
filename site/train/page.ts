/** The page: it shows what the training worker reports, and runs the Python that the model writes. */
import type { MetricRecord, RolloutSample } from 'rstar2-agent/report';
import { ALGORITHMS, type Algorithm } from '../../examples/training/algorithms.js';
import { AskForm } from './ask-form.js';
import { Chart, type Series } from './chart.js';
import { curvesOf, percent, type Curves } from './curves.js';
import { byId, el } from './dom.js';
import { GroupView } from './group-view.js';
import type { Attempt, Doing, FromWorker, ToWorker } from './messages.js';
import { NAMES } from './names.js';
import { Progress } from './progress.js';
import { startPython } from './python.js';
import { transcript, verdict, verdictView, visible } from './transcript.js';

/** A run as the page knows it. */
interface Run {
  records: MetricRecord[];
  samples: RolloutSample[];
  isFinished: boolean;
  /** The newest attempt at the problem that is shown. */
  now?: Attempt;
}

const runs = Object.fromEntries(
  ALGORITHMS.map((name) => [name, { records: [], samples: [], isFinished: false }]),
) as unknown as Record<Algorithm, Run>;

const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const send = (message: ToWorker) => worker.postMessage(message);
const python = startPython();
const progress = new Progress();
const groups = new GroupView();
const ask = new AskForm((text, groundTruth) => send({ kind: 'ask', algorithm: shown, text, groundTruth }));
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
    sentence:
      'GRPO-RoC learns from the right answers whose Python fails least, so failed calls become few. Train with RoC off to compare.',
  }),
};
byId('charts').append(...Object.values(charts).map(({ element }) => element));

let shown: Algorithm = 'grpo-roc';
let state: 'loading' | 'broken' | 'idle' | 'training' | 'pausing' | 'paused' | 'removing' = 'loading';
/** The run that is under way, if one is; paused, it stays one. */
let running: Algorithm | undefined;
/** Whether a stored run cannot be read, or did not go on: it can be removed. */
let isDamaged = false;

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
    case 'attempt': {
      const { attempt } = data;
      byId('problem').textContent = visible(String(attempt.rollout.prompt.at(-1)?.content ?? ''));
      if (attempt.weights === undefined) return drawAttempt('before-body', attempt);
      runs[attempt.weights.algorithm].now = attempt;
      return drawNow();
    }
    case 'state': {
      const { algorithm, records, samples, isFinished } = data.state;
      const { now } = runs[algorithm];
      runs[algorithm] = { records: [...records], samples: [...samples], isFinished, ...(now && { now }) };
      if (state === 'loading' && records.length > 0 && runs[shown].records.length === 0) return choose(algorithm);
      return algorithm === shown ? choose(shown) : drawRun();
    }
    case 'idle':
      if (state === 'removing' && isEmpty()) say('All runs are removed.');
      return setState('idle');
    case 'record':
      runs[data.algorithm].records.push(data.record);
      return drawRun();
    case 'samples':
      runs[data.algorithm].samples.push(...data.samples);
      return data.algorithm === shown ? groups.show(runs[shown].samples, shown) : undefined;
    case 'note':
      return progress.note(data.text);
    case 'paused':
      if (state !== 'pausing') return;
      setState('paused');
      return say('Paused.');
    case 'finished':
      if (state !== 'removing') setState('idle');
      return say(`${NAMES[data.algorithm]} has finished.`);
    case 'answer':
      return ask.show(data.attempt);
    case 'report':
      return download(data.html, data.algorithm);
    case 'python':
      void python.run(data.args).then((result) => send({ kind: 'python-result', id: data.id, result }));
      return;
    case 'failed':
      return showFailureOf(data.doing, data.message);
  }
};
worker.onerror = ({ message }) => {
  // A worker whose program cannot be loaded says nothing.
  showFailure(`The training program stopped (${message ?? 'it could not be loaded'}). Reload the page to go on.`);
  setState('broken');
};
python.started.then(
  () => (byId('python').textContent = 'Python has started.'),
  (error: unknown) => {
    byId('python').textContent = 'Python has not started.';
    showFailure(
      `Python does not start, so nothing can be trained: ${(error as Error).message}. Reload the page to try again.`,
    );
  },
);

trainButton.onclick = () => {
  if (trainButton.getAttribute('aria-disabled') === 'true') return;
  hideFailure();
  if (state === 'training') {
    setState('pausing');
    return send({ kind: 'pause' });
  }
  if (state === 'paused' && running === shown) send({ kind: 'resume' });
  else send({ kind: 'train', algorithm: shown });
  running = shown;
  setState('training');
  say(`Training with ${NAMES[shown]}.`);
};
byId('start-over').onclick = () => {
  if (!confirm('Remove what was trained, of all algorithms?')) return;
  hideFailure();
  isDamaged = false;
  for (const name of ALGORITHMS) delete runs[name].now;
  send({ kind: 'start-over' });
  setState('removing');
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
  drawNow();
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
  progress.show(runs[shown].records, runs[shown].isFinished ? resultText(own) : undefined);
  drawButtons();
}

/** What a run that has finished learnt. */
function resultText({ solved, failed }: Curves): string {
  const solvedText = percent(solved.at(-1)?.[1] ?? 0);
  const failedText =
    failed.length === 0 ? '' : `, and ${percent(failed.at(-1)![1])} of the calls in right answers fail`;
  return `Finished: it solves ${solvedText} of the new problems${failedText}. Switch RoC and train again to compare.`;
}

function setState(to: typeof state): void {
  state = to;
  if (to === 'idle') running = undefined;
  if (to === 'training') progress.start();
  else progress.stop();
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=algorithm]'))
    radio.disabled = to !== 'idle' && to !== 'paused';
  drawButtons();
}

function drawButtons(): void {
  const { records, isFinished } = runs[shown];
  const isOff = ['loading', 'broken', 'pausing', 'removing'].includes(state) || (state !== 'training' && isFinished);
  const next = isFinished ? 'Trained' : records.length > 0 || running === shown ? 'Resume' : 'Train';
  // A button that is disabled loses the focus of the keyboard.
  trainButton.setAttribute('aria-disabled', String(isOff));
  trainButton.textContent = {
    loading: 'Loading …',
    broken: 'Stopped',
    idle: next,
    training: 'Pause',
    pausing: 'Pausing after this step …',
    paused: next,
    removing: 'Removing …',
  }[state];
  const isStill = ['loading', 'broken', 'removing'].includes(state);
  byId<HTMLButtonElement>('download').disabled = isStill || records.length === 0;
  byId<HTMLButtonElement>('start-over').disabled = isStill || isEmpty();
}

/** Whether there is nothing to remove. */
function isEmpty(): boolean {
  return !isDamaged && ALGORITHMS.every((name) => runs[name].records.length === 0);
}

function drawNow(): void {
  const { now } = runs[shown];
  byId('now').hidden = now === undefined;
  if (now === undefined) return;
  byId('now-title').textContent = `Now, after ${now.weights!.after} (${NAMES[shown]})`;
  drawAttempt('now-body', now);
}

function drawAttempt(place: string, { rollout, groundTruth }: Attempt): void {
  byId(place).replaceChildren(verdictView(verdict(rollout, groundTruth)), transcript(rollout));
}

/** Says one thing to a person who does not see the page; what changes with every step is not said. */
function say(text: string): void {
  status.textContent = text;
}

const FAILURES: { readonly [doing in Exclude<Doing, 'ask'>]: (message: string) => string } = {
  open: (message) => `The page cannot train here: ${message}`,
  read: (message) => `A stored run cannot be read (${message}). Start over to remove it.`,
  train: (message) => `Training stopped: ${message}. What is shown is kept; the button goes on from there.`,
  'start-over': (message) => `Nothing was removed: ${message}`,
  report: (message) => `There is no report: ${message}`,
};

function showFailureOf(doing: Doing, message: string): void {
  if (doing === 'ask') return ask.showFailure(message);
  showFailure(FAILURES[doing](message.replace(/\.$/, '')));
  if (doing === 'open') setState('broken');
  else if (doing === 'train' || doing === 'read') {
    isDamaged = true;
    if (doing === 'train') setState('idle');
    else drawButtons();
  }
}

function showFailure(message: string): void {
  const place = byId('failure');
  place.hidden = false;
  place.append(el('p', { text: visible(message) }));
}

function hideFailure(): void {
  byId('failure').hidden = true;
  byId('failure').replaceChildren();
}

function download(html: string, algorithm: Algorithm): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
  const link = el('a', { href: url, download: `rstar2-agent-${algorithm}.html` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
