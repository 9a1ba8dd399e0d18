import { listNode, type Node } from './ast.js';
import { type Cursor, parseList } from './cursor.js';
import type { Token } from './tokens/token-list.js';

const MATRICES = new Set(
  'matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array psmallmatrix bsmallmatrix'.split(' '),
);
/** Environments that only lay out what is in them. */
const LAYOUTS =
  /^(?:begin|end):(?:align|aligned|alignat|alignedat|equation|gather|gathered|split|multline|displaymath|math|center|flushleft|eqnarray)$/;

/** Drops the environments that only lay out formulas, with their alignment marks. */
export function withoutLayout(tokens: readonly Token[]): Token[] {
  if (!tokens.some((token) => token.kind === 'structure' && LAYOUTS.test(token.text))) return [...tokens];
  let inner = 0;
  const laidOut = tokens.filter((token) => {
    if (token.kind === 'structure' && LAYOUTS.test(token.text)) return false;
    if (token.kind === 'structure' && token.text.startsWith('begin:')) inner++;
    if (token.kind === 'structure' && token.text.startsWith('end:')) inner--;
    return !(token.kind === 'sign' && token.text === '&' && inner <= 0);
  });
  // A row that starts with a relation goes on from the row before.
  return laidOut.filter(
    (token, k) => !(token.kind === 'sign' && token.text === '\\\\' && laidOut[k + 1]?.kind === 'relation'),
  );
}

/** `\begin{pmatrix} … \end{pmatrix}`, `cases` and `array`. */
export function parseEnvironment(c: Cursor): Node {
  const { name, rows } = parseEnvironmentRows(c);
  if (name === 'cases' || name === 'rcases' || name === 'dcases')
    return systemOf(rows) ?? { kind: 'cases', rows: casesOf(rows) ?? rows };
  if (rows.some((row) => row.length !== rows[0]!.length)) c.fail('expected rows of equal length');
  const matrix: Node = { kind: 'matrix', rows };
  return name === 'vmatrix' ? { kind: 'apply', name: 'det', args: [matrix] } : matrix;
}

/**
 * Values with their conditions, beside each other or behind a comma in one cell: x, x > 0.
 *
 * @returns undefined where a row is another thing.
 */
export function casesOf(rows: readonly (readonly Node[])[]): Node[][] | undefined {
  const cases: Node[][] = [];
  for (const row of rows) {
    const [value, ...conditions] = row.flatMap((cell) => (cell.kind === 'list' ? cell.items : [cell]));
    const [first] = conditions;
    if (value === undefined || value.kind === 'relation' || first === undefined) return undefined;
    if (!conditions.every((cell) => cell.kind === 'relation') && !isOtherwise(first)) return undefined;
    const written = row.flatMap((cell) => (cell.kind === 'list' ? cell.joins : []));
    const joins = conditions.slice(1).map((_, k) => written.at(k + 1 - conditions.length) ?? ',');
    cases.push([value, conditions.length === 1 ? first : { kind: 'list', items: conditions, joins }]);
  }
  return cases;
}

function isOtherwise(node: Node): boolean {
  return node.kind === 'text' && node.words === 'otherwise';
}

/** Equations below each other hold together; values with conditions beside them are a function by cases. */
function systemOf(rows: readonly (readonly Node[])[]): Node | undefined {
  const items = rows.flat();
  if (rows.some((row) => row.length !== 1) || !items.every((item) => item.kind === 'relation')) return undefined;
  return items.length === 1 ? items[0] : listNode(items);
}

/** The cells of an environment from `begin` to `end`. Empty rows are skipped; at least one row must have cells. */
export function parseEnvironmentRows(c: Cursor): { name: string; rows: Node[][] } {
  const name = c.next().text.slice('begin:'.length);
  const isKnown =
    MATRICES.has(name) || name.endsWith('cases') || name === 'aligned' || name === 'gathered' || name === 'split';
  if (!isKnown) c.unsupported(`\\begin{${name}}`);
  const rows: Node[][] = [];
  return c.nested(() => {
    let row: Node[] = [];
    while (!c.atStructure(`end:${name}`)) {
      if (c.peek().kind === 'end') c.fail(`expected \\end{${name}}`);
      if (c.accept('&') || c.accept('quad')) continue;
      if (c.accept('\\\\')) {
        if (row.length > 0) rows.push(row);
        row = [];
        continue;
      }
      c.accept(',');
      if (c.atStructure(`end:${name}`) || c.at('\\\\') || c.at('&')) continue;
      row.push(parseCell(c));
    }
    if (row.length > 0) rows.push(row);
    if (rows.length === 0) c.fail('expected a row');
    c.position++;
    return { name, rows };
  });
}

/** One cell: a list that ends at `&`, at the end of the row or of the environment. */
function parseCell(c: Cursor): Node {
  const end = cellEnd(c);
  const rest = c.tokens[end];
  // The list rule takes \\ for a separator; here it ends the cell.
  if (rest !== undefined) c.tokens[end] = { ...rest, kind: 'end' };
  try {
    if (c.atWord('otherwise') || c.atWord('else') || c.atWord('elsewhere')) {
      c.position++;
      return { kind: 'text', words: 'otherwise' };
    }
    while (c.atWord('if') || c.atWord('for') || c.atWord('when') || c.atWord('where') || c.atWord('all')) c.position++;
    return withParity(parseList(c));
  } finally {
    if (rest !== undefined) c.tokens[end] = rest;
    if (c.position < end && c.position >= 0) skipDots(c, end);
  }
}

/** The condition "n even" as "n is even" is read. */
function withParity(cell: Node): Node {
  if (cell.kind !== 'quantity' || cell.value.kind !== 'symbol') return cell;
  const words = /^noun:(even|odd)$/.exec(cell.unit.key)?.[1];
  return words === undefined
    ? cell
    : { kind: 'relation', operands: [cell.value, { kind: 'text', words }], operators: ['∈'] };
}

function skipDots(c: Cursor, end: number): void {
  while (c.position < end && (c.at('.') || c.at(',') || c.at(';'))) c.position++;
}

function cellEnd(c: Cursor): number {
  let depth = 0;
  for (let k = c.position; k < c.tokens.length; k++) {
    const { kind, text } = c.tokens[k]!;
    if (kind === 'end') return k;
    if (kind === 'structure' && text.startsWith('begin:')) depth++;
    if (kind === 'structure' && text.startsWith('end:') && depth-- === 0) return k;
    if (depth === 0 && kind === 'sign' && (text === '&' || text === '\\\\')) return k;
  }
  return c.tokens.length;
}
