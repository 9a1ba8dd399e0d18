import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callText, INSTALLED, pathsOf, resultsIn, runHarness, type HarnessRun } from './harness.js';

interface CodexEvent {
  readonly type: string;
  readonly item?: { readonly type: string; readonly text?: string };
}

/** Codex takes its server from its configuration: a shell puts the rollout's address there. */
async function runCodex(prompt: string, { files, say }: Pick<HarnessRun, 'files' | 'say'>) {
  const program = join(INSTALLED, 'node_modules/.bin/codex');
  const provider = `{name="policy",base_url="'"$OPENAI_BASE_URL"'",env_key="OPENAI_API_KEY",wire_api="responses"}`;
  const options = [
    ...['--json', '--ephemeral', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
    ...['-m', 'policy', '-c', 'model_provider=policy', '-c', `'model_providers.policy=${provider}'`],
    ...['-c', 'analytics.enabled=false', '-c', 'check_for_update_on_startup=false'],
  ];
  const script = `mkdir -p "$HOME/.codex" && exec "$0" exec ${options.join(' ')} "$1"`;
  const ran = await runHarness({ command: ['sh', '-c', script, program, prompt], ...(files && { files }), say });
  const events = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CodexEvent);
  return { ...ran, said: events.flatMap(({ item }) => (item?.type === 'agent_message' ? item.text! : [])) };
}

describe('Codex', () => {
  it('edits a file with its shell: one path of two turns', async () => {
    const { rollout, said, files } = await runCodex('Change the greeting to one of the evening.', {
      files: { 'greeting.txt': 'Good morning, 世界! ☀️\n' },
      say: ({ context }) =>
        resultsIn(context) === 0
          ? `<think>\nOne command. 👀\n</think>\n\nLet me see.\n${callText('exec_command', {
              cmd: "sed -i 's/morning, 世界! ☀️/evening, 世界! 🌙/' greeting.txt && cat greeting.txt",
            })}`
          : 'It says good evening now — 晚上好 <3',
    });
    expect(said).toEqual(['Let me see.', 'It says good evening now — 晚上好 <3']);
    expect(files).toEqual({ 'greeting.txt': 'Good evening, 世界! 🌙\n' });
    expect(pathsOf(rollout)).toEqual([[[['exec_command', false]], 'It says good evening now — 晚上好 <3']]);
    expect(rollout.turns[0]!.toolCalls[0]!.response.text).toContain('Good evening, 世界! 🌙');
  });

  it('asks a sub-agent: its turns are a branch', async () => {
    const { rollout, said } = await runCodex('Ask another agent how many lines there are.', {
      files: { 'a.txt': 'one\ntwo\n' },
      say: ({ context }) => {
        const results = resultsIn(context);
        if (!context.includes('Ask another agent'))
          return results === 0 ? callText('exec_command', { cmd: 'wc -l < a.txt' }) : 'Two lines.';
        if (results === 0) return callText('multi_agent_v1__spawn_agent', { message: 'Count the lines of a.txt.' });
        const id = /"agent_id":\s*"([^"]+)"/.exec(context)?.[1];
        return results === 1 ? callText('multi_agent_v1__wait_agent', { targets: [id] }) : 'There are two.';
      },
    });
    expect(said.at(-1)).toBe('There are two.');
    // Where it is also notified that the other one has ended, it asks once more.
    const [main, ...others] = pathsOf(rollout);
    expect(main!.slice(0, 3)).toEqual([
      [['multi_agent_v1__spawn_agent', false]],
      [['multi_agent_v1__wait_agent', false]],
      'There are two.',
    ]);
    expect(others).toEqual([[[['exec_command', false]], 'Two lines.']]);
    expect(rollout.turns[1]!.toolCalls[0]!.response.text).toContain('Two lines.');
  });
});
