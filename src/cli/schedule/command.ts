import { setImmediate } from 'node:timers/promises';
import type { ScheduleSimulation, SchedulerName } from '../../rollout/index.js';
import { EXIT, write, type Command } from '../command.js';
import { Flags } from '../flags.js';
import { checkWritableFile } from '../paths.js';
import { enginesOf } from './engines.js';
import { stepOf } from './step.js';
import { summaryOf, summaryText } from './summary.js';

const HELP = `
rstar2-agent schedule: simulate how long the rollouts of a training step take on a cluster, scheduler by scheduler

Usage: rstar2-agent schedule --engines N --groups N [OPTIONS]
       rstar2-agent schedule --engines N --trace FILE [OPTIONS]

Simulates the turns, the tool calls and the KV caches of all rollouts. For each scheduler it prints the duration of the step,
that duration divided by a lower bound that no scheduler can beat, and where time was lost.

Options: the step
  --groups N          number of prompts; rollouts of one prompt have similar lengths
  --samples N         rollouts of each prompt (default 32)
  --mean-tokens N     mean number of tokens that a rollout generates, over all its turns (default 4000)
  --max-tokens N      most tokens after the prompt (default 12288; with --trace: as the file says, else its longest response)
  --mean-calls X      mean number of tool calls of a rollout (default 2.75)
  --mean-tool-ms X    mean duration of a tool call, in ms (default 300)
  --tool-tokens N     mean number of tokens of a tool response (default 120)
  --prompt-tokens N   mean number of tokens of a prompt (default 250)
  --max-turns N       most turns of a rollout (default 15)
  --seed TEXT         seed of the random lengths (default 0)
  --trace FILE        simulates this step instead of a random one: a ScheduleTrace (.json), or one rollout a line (.jsonl):
                      a RolloutTrace, or a real rollout with its tokens, as in rollouts.jsonl of a run

Options: the cluster
  --engines N         number of engines
  --curve FILE        speed and cache of an engine, an EngineCurve in JSON; default of every field: vLLM with Qwen3-14B on one
                      H100. A list has one curve for each engine; then leave --engines out. These flags override the file:
  --capacity-tokens N  size of the KV cache, in tokens
  --max-requests N    most requests that run at once
  --step-ms X         shortest decode step, in ms
  --step-ms-per-request X  time that each running request adds to a step, in ms
  --step-ms-per-token X  time that each token in the cache adds to a step, in ms
  --prefill-ms-per-token X  time to compute one token of context, in ms

Options: schedulers and output
  --scheduler NAME    static, least-requests, sticky, or kv-aware (that of createScheduledPolicy); may be repeated
                      (default static, sticky, kv-aware)
  --report FILE       writes an HTML page that shows how full each cache was over time
  --json              print one object {step, engines, lowerBoundMs, results}
  -q, --quiet         no progress on standard error
  -h, --help          show this

Columns of the table: preempted is the share of turns that were moved out of a full cache. The last four are lost time, as shares
of the lower bound: before the caches were full (ramp up), with free cache while rollouts waited (free cache), after the last
rollout was sent (tail), and to compute contexts again (computed again).

Examples. The first is the paper's step (arXiv 2508.20722: 512 prompts of 32 rollouts, 45,000 tool calls) on 64 GPUs; it takes
one or two minutes. The second simulates a step of your own run on your own engines:

  $ rstar2-agent schedule --engines 64 --groups 512 --report schedule.html
  $ rstar2-agent schedule --engines 8 --curve h200.json --trace runs/demo/rollouts.jsonl

docs/scheduling.md says what is simulated and what is not.
Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;

const SCHEDULERS: readonly SchedulerName[] = ['static', 'least-requests', 'sticky', 'kv-aware'];

/** `rstar2-agent schedule`: `simulateSchedule` under several schedulers, and `writeScheduleReport` of what they did. */
export const scheduleCommand: Command = {
  help: HELP,
  async run(argv, { stdout, stderr, signal }) {
    const flags = Flags.parse(argv, HELP);
    const schedulers = flags.choices('scheduler', SCHEDULERS, ['static', 'sticky', 'kv-aware']);
    const output = flags.text('report');
    if (output !== undefined) checkWritableFile('report', output);
    const engines = await enginesOf(flags);
    const trace = await stepOf(flags);
    const { simulateSchedule } = await import('../../rollout/index.js');
    const results: ScheduleSimulation[] = [];
    for (const scheduler of schedulers) {
      if (!flags.has('quiet'))
        await write(stderr, `simulating ${scheduler}, ${results.length + 1} of ${schedulers.length}\n`);
      results.push(
        await flags.check(() => simulateSchedule({ trace, engines, scheduler }), {
          engines: ['curve', 'engines'],
          trace: ['trace', 'groups'],
        }),
      );
      // A simulation blocks the event loop. This lets an interrupt arrive.
      await setImmediate();
      signal.throwIfAborted();
    }
    const summary = summaryOf(trace, engines, results);
    await write(stdout, flags.has('json') ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary));
    if (output !== undefined) {
      const { writeScheduleReport } = await import('../../report/index.js');
      const { step } = summary;
      const title = `${step.rollouts} rollouts on ${engines.length} engines`;
      const runs = results.map(({ scheduler, engines }) => ({ name: scheduler, engines }));
      writeScheduleReport({ title, runs, config: { step, engines }, output });
    }
    return EXIT.ok;
  },
};
