/**
 * The house as scripts and tests read it: which room is on which floor, and which doors the package opens to its users.
 * Docs and rules say why; this file is the one place that says which.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A room may import rooms of lower floors, never a neighbour or a room above. The last floor is outside: anything public. */
export const FLOORS = [
  ['base'],
  ['advantage', 'downsample', 'verify', 'objective', 'batch'],
  ['io', 'compat'],
  ['reward', 'sandbox', 'rollout', 'tfjs', 'tinker'],
  ['gateway'],
  ['recipe', 'evaluate', 'report'],
  ['testing', 'cli'],
];
/** No I/O, no clock, no tensor library; users reach them by the package's root. */
export const PURE = [...FLOORS[0], ...FLOORS[1]];
/** Rooms that users do not import. */
const PRIVATE = ['io', 'cli'];
/** Folders of a room that have floors of their own; files beside them may import all. Folders that are not named have none. */
export const FOLDER_FLOORS = {
  rollout: [['tool-calls'], ['chat-template'], ['tokenizer', 'engine'], ['schedule']],
  tfjs: [['internal'], ['backend', 'kernel'], ['model', 'objective'], ['workers'], ['sampler'], ['learner']],
};
/** The door of a room for other rooms alone, or of a folder for the rest of its room: what they share and no user needs. */
export const PRIVATE_DOOR = 'internal/index.ts';
/** Files beside a room's door that are doors of their own, for what asks for a peer of its own. */
export const SIDE_DOORS = ['sandbox/wasm.ts', 'testing/fast-check.ts'];

/** Of these, those whose declarations name types of a peer. */
export const PEER_DOORS = ['testing/fast-check.ts'];

/**
 * The package's subpaths and the files of src that they open: `{ '.': 'index.ts', './report': 'report/index.ts', … }`.
 *
 * @returns {Record<string, string>}
 */
export function publicDoors(src = 'src') {
  const rooms = readdirSync(src).filter((name) => existsSync(join(src, name, 'index.ts')));
  const doors = rooms
    .filter((room) => !PURE.includes(room) && !PRIVATE.includes(room))
    .map((room) => [`./${room}`, `${room}/index.ts`]);
  const side = SIDE_DOORS.filter((file) => existsSync(join(src, file))).map((file) => [
    `./${file.replace('.ts', '')}`,
    file,
  ]);
  return Object.fromEntries([['.', 'index.ts'], ...doors, ...side].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What threads and processes of the package run: names in `dist`, and files of src. */
export const PROGRAMS = {
  cli: 'src/cli/main.ts',
  'reward-thread': 'src/reward/internal/threads/worker.ts',
  'tfjs-worker': 'src/tfjs/learner/internal/worker-program/main.ts',
  'tinker-http': 'src/tinker/server/internal/thread/program.ts',
  'wasm-process': 'src/sandbox/wasm/internal/program/main.ts',
  'calculator-process': 'src/rollout/tools/internal/calculator/program.ts',
};

/** Folders of programs whose process can read one file alone: what they import is put into it. */
export const ALONE = ['src/sandbox/wasm/internal/program/'];

/** The doors' names in `dist`, and their files: `{ index: 'src/index.ts', rollout: 'src/rollout/index.ts', … }`. */
export function doorFiles(src = 'src') {
  return Object.fromEntries(
    Object.entries(publicDoors(src)).map(([subpath, file]) => [distName(subpath), `${src}/${file}`]),
  );
}

/**
 * Modules that are else in a browser, by room: each has a `x.browser.ts` beside it, which bundlers for browsers take.
 *
 * @returns {Record<string, string[]>}
 */
export function standIns(src = 'src') {
  const rooms = {};
  for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' }).sort())
    if (path.endsWith('.browser.ts'))
      (rooms[path.split('/')[0]] ??= []).push(`${src}/${path.replace('.browser.ts', '.ts')}`);
  return rooms;
}

/** What package.json's `exports` must say. */
export function packageExports(src = 'src') {
  const doors = Object.keys(publicDoors(src)).map((subpath) => {
    const name = `./dist/${distName(subpath)}`;
    return [subpath, { types: `${name}.d.ts`, default: `${name}.js` }];
  });
  const files = { './recipe.schema.json': './dist/recipe.schema.json', './package.json': './package.json' };
  return { ...Object.fromEntries(doors), ...files };
}

/** What package.json's `imports` must say: by which file a room's modules that are else in a browser are found. */
export function packageImports(src = 'src') {
  return Object.fromEntries(
    Object.keys(standIns(src)).map((room) => [
      `#${room}`,
      { browser: `./dist/${room}.browser.js`, default: `./dist/${room}.node.js` },
    ]),
  );
}

/** `.` is `index`, `./testing/fast-check` is `testing-fast-check`. */
function distName(subpath) {
  return subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-');
}
