import type { Join, Node } from '../../parse/ast.js';
import { isEquation, labelled } from './labels.js';
import { expandSigns, membersOf } from '../members.js';

/** Values given to names: `x = 1, y = 2 or x = 3, y = 4` is two rows of two. */
export interface Solutions {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Node[])[];
}

const NO_ROWS: readonly (readonly Node[])[] = [];

/** @returns The values an answer assigns; undefined unless it only assigns. */
export function solutionsOf(node: Node): Solutions | undefined {
  const items = node.kind === 'list' ? node.items : [node];
  if (!items.some(isEquation)) return undefined;
  return tupleSolutions(items) ?? namedSolutions(items, node.kind === 'list' ? node.joins : []);
}

/** (x, y) = (1, 2), (3, 4) */
function tupleSolutions(items: readonly Node[]): Solutions | undefined {
  const first = labelled(items[0]!);
  if (first?.label.kind !== 'tuple') return undefined;
  const names = first.label.items.map(nameOf);
  if (names.includes(undefined)) return undefined;
  const values = [first.value];
  for (const item of items.slice(1)) {
    const next = labelled(item);
    if (next !== undefined && next.label.kind !== 'tuple') return undefined;
    values.push(next?.value ?? item);
  }
  const rows: (readonly Node[])[] = [];
  for (const value of values
    .flatMap((v) => (v.kind === 'list' || v.kind === 'set' ? v.items : [v]))
    .flatMap(expandSigns)) {
    if (value.kind !== 'tuple' || value.items.length !== names.length || value.open !== '(' || value.close !== ')')
      return undefined;
    rows.push(value.items);
  }
  return { names: names as string[], rows };
}

/** x = 1, y = 2; x = 3, y = 4: a name that comes again starts the next row. x = 1, 2 gives x both values. x = 0 or y = 0 is no row. */
function namedSolutions(items: readonly Node[], joins: readonly Join[]): Solutions | undefined {
  const groups: { name: string; values: readonly Node[] }[][] = [[]];
  for (const [k, item] of items.entries()) {
    const found = labelled(item);
    const current = groups.at(-1)!;
    if (found === undefined) {
      const last = current.at(-1);
      if (last === undefined || item.kind === 'relation') return undefined;
      current[current.length - 1] = { name: last.name, values: [...last.values, ...membersOf(item)] };
      continue;
    }
    const name = nameOf(found.label);
    if (name === undefined) return undefined;
    const values = membersOf(found.value);
    if (current.some((entry) => entry.name === name)) groups.push([{ name, values }]);
    else if (joins[k - 1] === 'or') return undefined;
    else current.push({ name, values });
  }
  return rowsOf(groups);
}

function rowsOf(groups: readonly (readonly { name: string; values: readonly Node[] }[])[]): Solutions | undefined {
  const names = groups[0]!.map((entry) => entry.name);
  let rows = NO_ROWS;
  for (const group of groups) {
    if (group.length !== names.length) return undefined;
    const columns = names.map((name) => group.find((entry) => entry.name === name)?.values);
    if (columns.includes(undefined)) return undefined;
    const made = cross(columns as readonly (readonly Node[])[]);
    if (made === undefined) return undefined;
    rows = [...rows, ...made];
  }
  return { names, rows };
}

/** Every choice of one value a column; several columns with several values each are not distinguished. */
function cross(columns: readonly (readonly Node[])[]): readonly (readonly Node[])[] | undefined {
  if (columns.filter((column) => column.length > 1).length > 1) return undefined;
  const many = columns.findIndex((column) => column.length > 1);
  if (many < 0) return [columns.map((column) => column[0]!)];
  return columns[many]!.map((value) => columns.map((column, k) => (k === many ? value : column[0]!)));
}

/** A name that can be given a value: a letter, a function value, a segment. */
function nameOf(label: Node): string | undefined {
  if (label.kind === 'symbol' || label.kind === 'constant') return label.name;
  if (label.kind === 'apply')
    return `${label.name}(${label.args.map((arg) => nameOf(arg) ?? numberText(arg)).join(',')})`;
  if (label.kind === 'product') {
    const names = label.factors.map(nameOf);
    return names.includes(undefined) ? undefined : [...names].sort().join('');
  }
  return undefined;
}

function numberText(node: Node): string {
  if (node.kind === 'number') return `${node.value.n}/${node.value.d}`;
  return node.kind === 'negative' ? `-${numberText(node.operand)}` : '?';
}

/** Whether the names only number the roots of one unknown: x_1, x_2. */
export function areIndexed(names: readonly string[]): boolean {
  const bases = new Set(names.map((name) => /^(x|z|t|r|lambda)_\d+$/.exec(name)?.[1]));
  return names.length > 1 && bases.size === 1 && !bases.has(undefined);
}

/** @returns The rows with their columns in alphabetical order, when the names are neighbours such as x, y and z. */
export function inUsualOrder({ names, rows }: Solutions): Solutions {
  const isUsual = ['abcd', 'fgh', 'ijk', 'klmn', 'pqrst', 'uvwxyz'].some((run) =>
    names.every((name) => name.length === 1 && run.includes(name)),
  );
  if (!isUsual) return { names, rows };
  const order = names.map((_, k) => k).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  return { names: order.map((k) => names[k]!), rows: rows.map((row) => order.map((k) => row[k]!)) };
}
