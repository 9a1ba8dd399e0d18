import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callText, INSTALLED, pathsOf, resultsIn, runHarness, type HarnessRun } from './harness.js';

const ENV = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
};

async function runClaude(prompt: string, { files, say }: Pick<HarnessRun, 'files' | 'say'>) {
  const program = join(INSTALLED, 'node_modules/.bin/claude');
  const args = ['-p', prompt, '--output-format', 'json', '--model', 'policy', '--permission-mode', 'acceptEdits'];
  const ran = await runHarness({ command: [program, ...args], env: ENV, ...(files && { files }), say });
  return { ...ran, result: JSON.parse(ran.stdout) as { readonly result: string; readonly num_turns: number } };
}

describe('Claude Code', () => {
  it('edits a file with its own tools: one path of three turns', async () => {
    const path = (context: string) => `${/working directory: (\S+)/i.exec(context)![1]}/greeting.txt`;
    const { rollout, result, files } = await runClaude('Change the greeting to one of the evening.', {
      files: { 'greeting.txt': 'Good morning, 世界! ☀️\n' },
      say: ({ context }) =>
        [
          `<think>\nI read it first. 👀\n</think>\n\nLet me see.\n${callText('Read', { file_path: path(context) })}`,
          callText('Edit', {
            file_path: path(context),
            old_string: 'Good morning, 世界! ☀️',
            new_string: 'Good evening, 世界! 🌙',
          }),
          'It says good evening now — 晚上好 <3',
        ][resultsIn(context)]!,
    });
    expect(result).toMatchObject({ result: 'It says good evening now — 晚上好 <3', num_turns: 3 });
    expect(files).toEqual({ 'greeting.txt': 'Good evening, 世界! 🌙\n' });
    expect(pathsOf(rollout)).toEqual([[[['Read', false]], [['Edit', false]], 'It says good evening now — 晚上好 <3']]);
    expect(rollout.turns[0]!.toolCalls[0]!.response.text).toContain('Good morning, 世界! ☀️');
  });

  it('says which of its calls failed', async () => {
    const { rollout } = await runClaude('Read the notes.', {
      say: ({ context }) =>
        resultsIn(context) === 0 ? callText('Read', { file_path: '/none/notes.txt' }) : 'There are none.',
    });
    expect(pathsOf(rollout)).toEqual([[[['Read', true]], 'There are none.']]);
  });

  it('asks a sub-agent: its turns are a branch that bears its name', async () => {
    const { rollout, result } = await runClaude('Ask another agent how many lines there are.', {
      files: { 'a.txt': 'one\ntwo\n' },
      say: ({ context }) => {
        if (!context.includes('Ask another agent'))
          return resultsIn(context) === 0
            ? callText('Bash', { command: 'wc -l < a.txt', description: 'Count' })
            : 'Two lines.';
        if (resultsIn(context) > 0) return 'There are two.';
        return callText('Agent', {
          description: 'Count lines',
          prompt: 'Count the lines of a.txt.',
          subagent_type: 'general-purpose',
          run_in_background: false,
        });
      },
    });
    expect(result.result).toBe('There are two.');
    expect(pathsOf(rollout)).toEqual([
      [[['Agent', false]], 'There are two.'],
      [[['Bash', false]], 'Two lines.'],
    ]);
    expect(rollout.branches![0]!.agent).toEqual({ id: expect.any(String) as string });
    expect(rollout.turns[0]!.toolCalls[0]!.response.text).toContain('Two lines.');
  });
});
