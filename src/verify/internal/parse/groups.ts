import { listNode, type Bracket, type Node } from './ast.js';
import { type Cursor, parseList, parsePrimary, parseSets, parseSum } from './cursor.js';
import { casesOf, parseEnvironmentRows } from './environments.js';

/** `( … )`: a bracketed expression, a point, an open or half-open interval. */
export function parseParenthesis(c: Cursor): Node {
  return reread(c, () => {
    c.position++;
    const inner = c.nested(() => parseList(c));
    if (c.accept(')')) return bracketed(inner, '(', ')');
    if (c.accept(']')) return pair(c, inner, '(', ']');
    if (c.at('[') && isPair(inner)) {
      c.position++;
      return pair(c, inner, '(', ')');
    }
    return c.fail('expected )');
  });
}

/** `[ … ]`, `[a, b)` and the French `]a, b[`. */
export function parseBracket(c: Cursor): Node {
  return reread(c, () => {
    const french = c.next().text === ']';
    const open: Bracket = french ? '(' : '[';
    const inner = c.nested(() => parseList(c));
    if (!french && c.accept(']')) return inner.kind === 'list' ? bracketed(inner, '[', ']') : inner;
    if (french && c.accept(']')) return pair(c, inner, open, ']');
    if (!french && c.accept(')')) return pair(c, inner, open, ')');
    if (c.accept('[')) return pair(c, inner, open, ')');
    return c.fail('expected ]');
  });
}

/**
 * Reads a bracket; where thousands separators would swallow all its commas, `(1,234)`, it is read again with every
 * comma separating.
 */
function reread(c: Cursor, rule: () => Node): Node {
  if (c.commas === 'separate' || c.rereads === 0 || !hasGroup(c)) return rule();
  const start = c.position;
  const tokens = c.tokens.slice();
  const node = rule();
  if (node.kind === 'tuple' || node.kind === 'set' || node.kind === 'list') return node;
  c.rereads--;
  c.position = start;
  c.tokens = tokens;
  c.commas = 'separate';
  try {
    return rule();
  } finally {
    c.commas = 'group';
  }
}

/** Whether this bracket itself, not one inside it, holds what may be a group of thousands. */
function hasGroup(c: Cursor): boolean {
  let depth = 0;
  for (let k = c.position; k < c.tokens.length; k++) {
    const { kind, text } = c.tokens[k]!;
    if (kind !== 'sign') continue;
    if (/^[([{⟨]$|^\\\{$/.test(text)) depth++;
    else if (/^[)\]}⟩]$|^\\\}$/.test(text)) depth--;
    else if (text === ',' && depth === 1 && c.tokens[k + 1]?.kind === 'number' && !c.tokens[k + 1]!.space) return true;
    if (depth <= 0 && k > c.position) return false;
  }
  return false;
}

/** One bracketed item is that item; several, however they are joined by commas or semicolons, are a tuple. */
function bracketed(inner: Node, open: Bracket, close: Bracket): Node {
  if (inner.kind !== 'list') return inner;
  const isTuple = inner.joins.every((join) => join === ',' || join === ';');
  return isTuple ? { kind: 'tuple', items: inner.items, open, close } : inner;
}

function isPair(inner: Node): boolean {
  return inner.kind === 'list' && inner.items.length === 2;
}

function pair(c: Cursor, inner: Node, open: Bracket, close: Bracket): Node {
  if (inner.kind !== 'list' || inner.items.length !== 2) return c.fail('expected two ends of an interval');
  return { kind: 'tuple', items: inner.items, open, close };
}

/** `⟨ … ⟩` */
export function parseDelimited(c: Cursor, close: '⟩'): Node {
  c.position++;
  const inner = c.nested(() => parseList(c));
  c.expect(close);
  return inner.kind === 'list' ? { kind: 'tuple', items: inner.items, open: '⟨', close } : inner;
}

/** `{ … }`: a TeX group. It shows no braces, so that a list in it stays a list. */
export function parseBraces(c: Cursor): Node {
  c.position++;
  if (c.accept('}')) {
    if (c.at('_') || c.at('^')) return parsePrimary(c);
    // {} alone, or after a name, is the empty set; anywhere else it is a group that holds nothing.
    const isWhole = c.position === 2 || c.peek(-3).kind === 'relation';
    if (!isWhole || c.peek().kind !== 'end') c.fail('expected an expression');
    return { kind: 'numbers', name: 'empty' };
  }
  const inner = c.nested(() => parseList(c));
  if (c.atStructure('over') || c.atStructure('choose')) return parseInfix(c, inner);
  if (c.at('|') || c.at(':')) return parseCondition(c, inner, '}');
  c.expect('}');
  return inner;
}

function parseInfix(c: Cursor, left: Node): Node {
  const isFraction = c.next().text === 'over';
  const right = c.nested(() => parseSum(c));
  c.expect('}');
  return isFraction
    ? { kind: 'quotient', over: left, under: right }
    : { kind: 'apply', name: 'binomial', args: [left, right] };
}

/** `\{ … \}`: a set, a set with a condition, or a system of equations after an open brace. */
export function parseSetBraces(c: Cursor): Node {
  return reread(c, () => {
    c.position++;
    if (/^begin:(?:array|aligned|matrix|cases|gathered|split)$/.test(c.peek().text)) return parseSystem(c);
    if (c.accept('\\}')) return { kind: 'numbers', name: 'empty' };
    const inner = c.nested(() => parseList(c), { bar: 'stops', colonStops: true });
    if (c.at('|') || c.at(':') || c.atWord('such')) return parseCondition(c, inner, '\\}');
    if (!c.accept('\\}')) c.fail('expected \\}');
    return { kind: 'set', items: inner.kind === 'list' ? inner.items : [inner] };
  });
}

function parseCondition(c: Cursor, variable: Node, close: string): Node {
  if (c.next().kind === 'word' && c.atWord('that')) c.position++;
  const condition = c.nested(() => parseList(c));
  c.expect(close);
  return { kind: 'builder', variable, condition };
}

function parseSystem(c: Cursor): Node {
  const { rows } = parseEnvironmentRows(c);
  c.accept('\\}');
  const cases = casesOf(rows);
  if (cases !== undefined) return { kind: 'cases', rows: cases };
  const items = rows.flat();
  return listNode(items, ';');
}

/** `| … |` and `‖ … ‖`; a matrix between bars is its determinant. */
export function parseBar(c: Cursor, bar: '|' | '‖'): Node {
  c.position++;
  // |A ∩ B| counts the members.
  const inner = c.nested(() => parseSets(c), { bar: 'closes' });
  c.expect(bar);
  if (inner.kind === 'matrix' && bar === '|') return { kind: 'apply', name: 'det', args: [inner] };
  return { kind: 'apply', name: bar === '|' ? 'abs' : 'norm', args: [inner] };
}
