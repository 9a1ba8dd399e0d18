import { expect, it } from 'vitest';
import { GroupPrompts } from '../../../../../src/rollout/schedule/internal/group-prompts.js';

it('knows what the first contexts of a group have in common, until its sessions are over', () => {
  const prompts = new GroupPrompts();
  const shared = (id: string, ...tokens: number[]) => prompts.sharedTokens(id, Int32Array.from(tokens));
  expect(shared('a/0', 1, 2, 3)).toBe(3);
  expect(shared('a/1', 1, 2, 9, 9)).toBe(2);
  expect(shared('b/0', 1, 2)).toBe(2);
  // A later turn has a longer context.
  expect(shared('a/0', 1, 2, 3, 4, 5)).toBe(3);
  prompts.sessionEnded('a/0');
  expect(shared('a/2', 1, 2, 3)).toBe(3);
  ['a/1', 'a/2', 'unknown'].forEach((id) => prompts.sessionEnded(id));
  expect(shared('a/3', 7)).toBe(1);
});
