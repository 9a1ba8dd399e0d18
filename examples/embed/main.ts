/**
 * Rejection, Resample-on-Correct and advantages for rollouts of another stack. Nothing is converted: accessors read the values
 * from that stack's own objects. Runs without a tensor library: `npx tsx examples/embed/main.ts`.
 */
import { selectRollouts } from 'rstar2-agent';
import { loadAgentRuns, type AgentRun } from './agent-runs.js';

// Where this stack keeps the outcome and the group …
const outcome = {
  reward: (run: AgentRun) => (run.passed ? 1 : 0),
  groupBy: (run: AgentRun) => run.task,
};
// … and what makes one success cleaner than another.
const conduct = {
  toolCallCount: (run: AgentRun) => results(run).length,
  failedToolCallCount: (run: AgentRun) => results(run).filter(({ ok }) => !ok).length,
  answerCount: (run: AgentRun) => messages(run).split('<answer>').length - 1,
  turnCount: (run: AgentRun) => run.steps.length,
};

const results = (run: AgentRun) => run.steps.flatMap((step) => step.toolResults);
const messages = (run: AgentRun) => run.steps.map((step) => step.message).join('\n');

const runs = loadAgentRuns();

// Tasks that all runs passed, or no run passed, carry no signal. Of the others, half of the runs are kept: failures at random, and
// clean successes with a higher probability. The loss weights every token of a run with the run's advantage.
const { kept, advantages, penalties, metrics } = selectRollouts(runs, {
  ...outcome,
  ...conduct,
  keep: 4,
  seed: 'step-1',
});

console.log(`${runs.length} runs, ${metrics['reject_equal_reward/solve_equal_total']} tasks without signal`);
for (const index of kept) {
  const penalty = penalties.total[index]!.toFixed(2);
  const advantage = advantages[index]!.toFixed(3).padStart(6);
  console.log(`${runs[index]!.runId.padEnd(20)} penalty ${penalty}  advantage ${advantage}`);
}
