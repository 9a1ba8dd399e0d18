import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';

/*
 * The rules that call each other: an expression holds groups, and a group an expression. Each is called here and written in
 * a file of its own, and `parse.ts` hands them to the cursor.
 */

/** A list: one item, or several joined by commas, semicolons, `and`, `or`, `\quad` or row ends. */
export const parseList = (c: Cursor): Node => c.grammar.list(c);

/** One item of a list: a relation chain with the modulus or condition that belongs to it. */
export const parseItem = (c: Cursor): Node => c.grammar.item(c);

/** Terms with + − ± ∓ between them. */
export const parseSum = (c: Cursor): Node => c.grammar.sum(c);

/** Unions, intersections and differences of sums. */
export const parseSets = (c: Cursor): Node => c.grammar.sets(c);

/** Factors with `*`, `/` or nothing between them, and a unit at the end. */
export const parseProduct = (c: Cursor): Node => c.grammar.product(c);

/** An operand with its powers, factorials and marks. */
export const parseFactor = (c: Cursor): Node => c.grammar.factor(c);

/** One operand: a number, a symbol, a function, a bracketed expression, a LaTeX structure. */
export const parsePrimary = (c: Cursor): Node => c.grammar.primary(c);
