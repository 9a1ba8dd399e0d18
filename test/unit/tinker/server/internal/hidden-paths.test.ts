import { describe, expect, it } from 'vitest';
import { hidePaths } from '../../../../../src/tinker/server/internal/hidden-paths.js';

describe('paths of this machine', () => {
  it.each([
    [
      "ENOENT: no such file or directory, open '/srv/my runs/a/run.json'",
      "ENOENT: no such file or directory, open '…'",
    ],
    ['/srv/my runs/a/run.json: run: expected string', '…: run: expected string'],
    ['cannot read /srv/runs/a, nor (/srv/b)', 'cannot read …, nor (…)'],
    ['got "C:\\runs\\a b" and D:/x', 'got "…" and …'],
    ['at file:///srv/runs/a.js', 'at …'],
  ])('are not in what a client reads: %s', (message, expected) => {
    expect(hidePaths(message)).toBe(expected);
  });

  it.each([
    'tinker://a:train:0/weights/b: there is no such checkpoint',
    'expected application/json or application/x-protobuf, 1 / 2 or 1/2',
    'loss_fn: expected one of cross_entropy, got "dppo"',
    'expected a folder/name below the directory',
  ])('are all that is changed: %s', (message) => {
    expect(hidePaths(message)).toBe(message);
  });
});
