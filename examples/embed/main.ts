/**
 * Another stack's own rollouts through rejection, Resample-on-Correct and advantages: nothing is converted, each
 * function is told by accessors where things are. Runs without a tensor library: `npx tsx examples/embed/main.ts`.
 */
import { groupAdvantages, rejectEqualRewards, rocDownsample } from 'rstar2-agent';
import { loadAgentRuns, type AgentRun } from './agent-runs.js';

// Where this stack keeps the outcome and the group …
const outcome = {
  reward: (run: AgentRun) => (run.passed ? 1 : 0),
  groupBy: (run: AgentRun) => run.task,
};
// … and what makes one success cleaner than another.
const conduct = {
  id: (run: AgentRun) => run.runId,
  toolCallCount: (run: AgentRun) => results(run).length,
  failedToolCallCount: (run: AgentRun) => results(run).filter(({ ok }) => !ok).length,
  answerCount: (run: AgentRun) => messages(run).split('<answer>').length - 1,
  turnCount: (run: AgentRun) => run.steps.length,
};

const results = (run: AgentRun) => run.steps.flatMap((step) => step.toolResults);
const messages = (run: AgentRun) => run.steps.map((step) => step.message).join('\n');

const runs = loadAgentRuns();

// Tasks that every run passed, or none, carry no signal.
const { kept: mixed, metrics } = rejectEqualRewards(runs, outcome);
const candidates = mixed.map((index) => runs[index]!);

// Half of the rest: failures as they come, successes the likelier the cleaner they are.
const { kept, penalties } = rocDownsample(candidates, { ...outcome, ...conduct, keep: 4, seed: 'step-1' });
const batch = kept.map((index) => candidates[index]!);

// How much better than its group each one was: what every token of it is weighted with in the loss.
const advantages = groupAdvantages(batch, outcome);

console.log(`${runs.length} runs, ${metrics['reject_equal_reward/solve_equal_total']} tasks without signal`);
batch.forEach((run, i) => {
  const penalty = penalties.total[kept[i]!]!.toFixed(2);
  console.log(`${run.runId.padEnd(20)} penalty ${penalty}  advantage ${advantages[i]!.toFixed(3).padStart(6)}`);
});
