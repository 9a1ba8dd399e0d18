/**
 * Another stack's own rollouts through rejection, Resample-on-Correct and advantages: nothing is converted, each
 * function is told by accessors where things are. Runs without a tensor library: `npx tsx examples/embed/main.ts`.
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

// Tasks that every run passed, or none, carry no signal. Of the others half is kept: failures as they come, successes the
// likelier the cleaner they are. An advantage is what every token of a run is weighted with in the loss.
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
