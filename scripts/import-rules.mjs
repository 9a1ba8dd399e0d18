/**
 * Who imports whom: the part of `npm run lint` that needs the whole graph of files. Types count as much as values.
 *
 * - no import of a room on the same floor or above (layout.mjs has the floors), nor of a package's own name from inside it;
 * - no import past another room's doors: `index.ts`; `internal/index.ts`, for rooms alone; `compat.ts`, for compat and tfjs;
 * - no import of what is `internal/` from outside the folder that holds it, but for an `internal/index.ts`, which its room opens;
 * - no import of a folder on the same floor or above, in rooms whose folders have floors;
 * - no circle of files;
 * - nothing of Node, no tensor library, no timers, clock or global random in the pure rooms;
 * - the root opens pure rooms only, and the examples import the package's public entry points only.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { FLOORS, FOLDER_FLOORS, PRIVATE_DOOR, PURE, publicDoors } from './layout.mjs';

const NAME = 'rstar2-agent';
/** The one function that spans several pure rooms stands beside the root; it is a pure room's, to those above. */
const SELECTION = 'src/select-rollouts.ts';
const OPENS_COMPAT = ['compat', 'tfjs'];
const IMPURE_GLOBALS = ['setTimeout', 'setInterval', 'setImmediate', 'performance', 'process', 'Buffer', 'fetch'];
const IMPURE_CALLS = ['Math.random', 'Date.now'];

/** @returns {string[]} One line a violation: `src/verify/a.ts:3: …`. */
export function importViolations(root = '.') {
  const sources = typeScriptFiles(root, 'src').map((path) => readSource(root, path));
  const examples = typeScriptFiles(root, 'examples').map((path) => readSource(root, path));
  const entryPoints = Object.keys(publicDoors(join(root, 'src'))).map((subpath) => posix.join(NAME, subpath));
  return [
    ...sources.flatMap((source) => [...checkImports(source), ...checkGlobals(source)]),
    ...findCircles(sources),
    ...examples.flatMap((example) => checkExample(example, entryPoints)),
  ];
}

function typeScriptFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .sort();
}

/** A file, and what it imports: `{ specifier, line, target }`; the target is a file of ours, or undefined. */
function readSource(root, path) {
  const tree = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = [];
  const visit = (node) => {
    const name = importedName(node);
    if (name !== undefined) {
      const target = name.startsWith('.') ? posix.join(dirname(path), name).replace(/\.js$/, '.ts') : undefined;
      imports.push({ specifier: name, at: `${path}:${lineOf(tree, node)}`, target });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { path, tree, imports };
}

function importedName(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier?.text;
  if (ts.isImportTypeNode(node)) return node.argument.literal?.text;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0]?.text;
  return undefined;
}

function checkImports({ path, imports }) {
  const room = roomOf(path);
  if (room !== '' && floorOf(room) < 0) return [`${path}: ${room} has no floor in scripts/layout.mjs`];
  return imports.flatMap((found) => {
    const wrong = found.target === undefined ? outsideRule(room, found) : insideRule(path, room, found.target);
    return wrong === undefined ? [] : [`${found.at}: ${wrong}: '${found.specifier}'`];
  });
}

function outsideRule(room, { specifier }) {
  if (specifier === NAME || specifier.startsWith(`${NAME}/`)) return 'inside the package, import by relative path';
  const impure = /^(node:|@tensorflow\/)/.test(specifier) || builtinModules.includes(specifier);
  if ((room === '' || PURE.includes(room)) && impure) return `${room || 'the root'} is pure`;
  return undefined;
}

function insideRule(path, room, target) {
  const other = roomOf(target);
  if (target === SELECTION)
    return path === 'src/index.ts' || floorOf(room) > 1
      ? undefined
      : 'only the root and the rooms above the pure ones may import it';
  if (room === '' && !PURE.includes(other)) return `the root imports only pure rooms, not ${other}`;
  if (other !== room && room !== '') {
    if (floorOf(other) > floorOf(room)) return `${room} must not import ${other}, which is on a higher floor`;
    if (floorOf(other) === floorOf(room)) return `${room} must not import ${other}, which is on the same floor`;
  }
  if (other !== room && !isDoor(target, other, room)) return `${other} may be imported only through its index.ts`;
  return other === room ? folderRule(path, room, target) : undefined;
}

function folderRule(path, room, target) {
  const holder = /^(.*\/)internal\//.exec(target)?.[1];
  const isClosed = holder !== undefined && target !== holder + PRIVATE_DOOR;
  if (isClosed && !path.startsWith(holder)) return `this file is internal to ${holder}`;
  const [folder, other] = [path, target].map((file) => file.split('/')[2]);
  const [from, to] = [folder, other].map(
    (name) => FOLDER_FLOORS[room]?.findIndex((names) => names.includes(name)) ?? -1,
  );
  if (folder === other || from < 0 || to < 0 || to < from) return undefined;
  return to > from
    ? `${folder} must not import ${other}, which is on a higher floor`
    : `${folder} must not import ${other}, which is on the same floor`;
}

function isDoor(target, room, from) {
  if (target === `src/${room}/index.ts` || target === `src/${room}/${PRIVATE_DOOR}`) return true;
  return target === `src/${room}/compat.ts` && OPENS_COMPAT.includes(from);
}

function checkGlobals({ path, tree }) {
  if (!PURE.includes(roomOf(path))) return [];
  const found = [];
  const visit = (node) => {
    const text = ts.isPropertyAccessExpression(node) ? node.getText(tree) : '';
    const global = ts.isIdentifier(node) && IMPURE_GLOBALS.includes(node.text) && isReference(node);
    if (global || IMPURE_CALLS.includes(text))
      found.push(`${path}:${lineOf(tree, node)}: ${roomOf(path)} is pure: '${node.getText(tree)}'`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Whether a name stands for a value, not for a property, a parameter or a key. */
function isReference(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isVariableDeclaration(parent)
    ? parent.name !== node
    : ts.isTypeQueryNode(parent) || ts.isShorthandPropertyAssignment(parent);
}

/** One line a knot of files that reach each other: the shortest way round from its first file. */
function findCircles(sources) {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => (target === undefined ? [] : [target]))]),
  );
  const done = new Set();
  const circles = [];
  for (const start of graph.keys()) {
    if (done.has(start)) continue;
    const circle = shortestWayRound(graph, start);
    if (circle === undefined) continue;
    circles.push(`${start}: files import each other in a circle: ${circle.join(' → ')}`);
    circle.forEach((path) => done.add(path));
  }
  return circles;
}

function shortestWayRound(graph, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways)
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}

function checkExample({ imports }, entryPoints) {
  return imports.flatMap(({ specifier, at, target }) => {
    const leaves = target !== undefined && !target.startsWith('examples/');
    const closed = specifier.split('/')[0] === NAME && !entryPoints.includes(specifier);
    return leaves || closed ? [`${at}: examples import public entry points only: '${specifier}'`] : [];
  });
}

/** `src/verify/parse/ast.ts` is in `verify`; `src/index.ts` in ''. */
function roomOf(path) {
  return path.split('/').length > 2 ? path.split('/')[1] : '';
}

function floorOf(room) {
  return FLOORS.findIndex((rooms) => rooms.includes(room));
}

function lineOf(tree, node) {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = importViolations();
  violations.forEach((violation) => console.error(violation));
  if (violations.length > 0) console.error(`${violations.length} imports break the rules`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
