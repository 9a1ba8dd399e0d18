import type { RolloutOutcome } from '../../base/index.js';
import { plainText } from '../../base/internal/index.js';

/** The lines that the command prints when it listens. */
export function startLines(server: {
  readonly url: string;
  readonly description: string;
  readonly out: string | undefined;
  readonly hasKey: boolean;
}): string {
  const { url, description, out, hasKey } = server;
  const kept = out === undefined ? 'rollouts are not saved (no --out)' : `rollouts are saved to ${out}`;
  const key = hasKey ? ` -H 'authorization: Bearer …'` : '';
  const json = `-H 'content-type: application/json'`;
  return `Gateway at ${url}, answers from ${description}; ${kept}
Open a session:   curl -s ${url}/sessions${key} ${json} -d '{"groupId": "task-1", "id": "task-1-a"}'
Run the agent:    OPENAI_BASE_URL=${url}/s/task-1-a/v1 OPENAI_API_KEY=rs2-… your-agent
or:               ANTHROPIC_BASE_URL=${url}/s/task-1-a ANTHROPIC_AUTH_TOKEN=rs2-… claude -p '…'
End the session:  curl -s ${url}/sessions/task-1-a/end${key} ${json} -d '{"reward": 1}'
`;
}

/** The line of a session that ended. @param file - The file with its outcome. */
export function sessionLine(outcome: RolloutOutcome, file: string | undefined): string {
  const kept = file === undefined ? '' : ` (${file})`;
  // Clients name sessions, and an agent's error may quote a model.
  if (outcome.kind === 'failed') {
    const { source, message } = outcome.cause;
    const [first] = message.split('\n', 1) as [string];
    return plainText(`${outcome.id}: failed: ${source}: ${first}${kept}`);
  }
  const { id, turns, branches = [], tokens, finishReason, reward } = outcome.rollout;
  const drawn = [tokens, ...branches.map((branch) => branch.tokens)].reduce(
    (sum, trace) => sum + (trace?.responseMask.reduce((ones, one) => ones + one, 0) ?? 0),
    0,
  );
  const said = [
    counted(turns.length, 'turn'),
    ...(branches.length === 0 ? [] : [counted(branches.length, 'branch', 'branches')]),
    `${counted(drawn, 'token')} generated`,
    finishReason,
    reward === undefined ? 'no reward' : `reward ${reward}`,
  ];
  return plainText(`${id}: ${said.join(', ')}${kept}`);
}

/** The line of a warning about a session. */
export function warningLine(id: string, warning: string): string {
  return plainText(`${id}: warning: ${warning}`);
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
