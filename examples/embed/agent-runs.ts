/**
 * Stands in for another stack: its own type for what an agent did, and a few runs. Nothing here knows rstar2-agent.
 */
export interface AgentRun {
  readonly runId: string;
  readonly task: string;
  readonly steps: readonly AgentStep[];
  /** The checker's verdict. */
  readonly passed: boolean;
}

export interface AgentStep {
  readonly message: string;
  readonly toolResults: readonly { readonly output: string; readonly ok: boolean }[];
}

/** Eight runs of each task. Every run of `parity` passed and none of `riddle`; the others are mixed. */
export function loadAgentRuns(): AgentRun[] {
  return [
    ...runsOf('parity', ['clean', 'clean', 'clean', 'clean', 'clean', 'clean', 'clean', 'clean']),
    ...runsOf('gcd', ['clean', 'retried', 'clumsy', 'clean', 'wrong', 'wrong', 'retried', 'untested']),
    ...runsOf('primes', ['wrong', 'wrong', 'clean', 'wrong', 'clumsy', 'wrong', 'wrong', 'wrong']),
    ...runsOf('riddle', ['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']),
  ];
}

/** How a run went: the outcomes of its tool calls, how often it answered, and whether it passed. */
const MANNERS = {
  clean: { tools: [true], answers: 1, passed: true },
  retried: { tools: [false, true], answers: 1, passed: true },
  clumsy: { tools: [false, false, true], answers: 2, passed: true },
  untested: { tools: [], answers: 1, passed: true },
  wrong: { tools: [true], answers: 1, passed: false },
} as const;

function runsOf(task: string, manners: readonly (keyof typeof MANNERS)[]): AgentRun[] {
  return manners.map((manner, index) => {
    const { tools, answers, passed } = MANNERS[manner];
    const calls = tools.map((ok): AgentStep => ({
      message: 'Let me compute that.',
      toolResults: [{ output: ok ? '42' : 'NameError: name is not defined', ok }],
    }));
    const answer = { message: '<answer>\\boxed{42}</answer>'.repeat(answers), toolResults: [] };
    return { runId: `${task}-${index} (${manner})`, task, steps: [...calls, answer], passed };
  });
}
