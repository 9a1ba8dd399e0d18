import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLOORS } from '../../scripts/layout.mjs';
import { ROOT } from '../integration/node-process.js';

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

function foldersOf(room: string): string[] {
  return readdirSync(join(ROOT, 'src', room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'internal')
    .map(({ name }) => name)
    .sort();
}

describe('docs/architecture.md', () => {
  it('has the floors that the linter has', () => {
    const rows = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, floor, rooms]) => [floor, rooms!.split(' · ')]);
    expect(rows).toEqual(FLOORS.map((rooms, floor) => [String(floor), rooms]));
  });

  it('has every room, with the folders that it has', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]*)\|$/gm)].map(([, room, folders]) => [
      room,
      [...folders!.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder),
    ]);
    expect(rows).toEqual(FLOORS.flat().map((room) => [room, foldersOf(room)]));
  });

  it('names files and folders that are there', () => {
    const paths = [...page.matchAll(/`((?:src|test|scripts|examples)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
