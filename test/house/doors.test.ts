import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLOORS } from '../../scripts/layout.mjs';
import { ROOT } from '../integration/node-process.js';
import { filesBehind, publicNames } from './public-names.js';

const src = join(ROOT, 'src');
const files = filesBelow('src', '.ts');
const rooms = FLOORS.flat().filter((room) => existsSync(join(src, room, 'index.ts')));
const names = publicNames();

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .sort();
}

/** The doors of a room: its index, the one for other rooms, those of its folders, and files beside it that are doors. */
function doorsOf(room: string): string[] {
  const side = ['compat.ts', 'fast-check.ts', 'wasm.ts'].map((file) => `${room}/${file}`);
  return files.filter((file) => side.includes(file) || (file.startsWith(`${room}/`) && file.endsWith('/index.ts')));
}

describe('the doors of the house', () => {
  it.each(['index.ts', ...rooms.flatMap(doorsOf)])('%s lists its names by hand', (door) => {
    expect(readFileSync(join(src, door), 'utf8')).not.toMatch(/export \*/);
  });

  it('every file that is not internal gives a name to a door of its room, or a part of one', () => {
    const given = filesBehind(rooms.flatMap(doorsOf));
    const open = files.filter((file) => rooms.includes(file.split('/')[0]!));
    const silent = open.filter(
      (file) => !/\/internal\/|\/index\.ts$|\.browser\.ts$/.test(file) && !doorsOf(file.split('/')[0]!).includes(file),
    );
    expect(silent.filter((file) => !given.has(file))).toEqual([]);
  });

  it('the public names are the ones that were chosen', async () => {
    const lines = [...names].map(([subpath, given]) => {
      const values = given.filter(({ isValue }) => isValue).map(({ name }) => name);
      const types = given.filter(({ isValue }) => !isValue).map(({ name }) => `type ${name}`);
      return [`${subpath} (${given.length})`, ...[...values, ...types].map((name) => `  ${name}`)].join('\n');
    });
    await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot('public-names.txt');
  });
});
