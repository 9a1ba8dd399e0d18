import { all, create, type BlockNode, type MathNode } from 'mathjs';

/** The parts of mathjs that a calculator has. No function takes a function, a text or a size as an argument. */

/** Allowed nodes of a syntax tree: no property access, no objects, no function definitions. */
const NODES = namesIn(`ArrayNode AssignmentNode BlockNode ConditionalNode ConstantNode FunctionNode OperatorNode
  ParenthesisNode RangeNode RelationalNode SymbolNode`);

const CONSTANTS = namesIn('pi PI tau e E phi i Infinity NaN LN2 LN10 LOG2E LOG10E SQRT1_2 SQRT2');

/** Arithmetic; numbers and units; counting and probability; statistics; trigonometry; vectors, matrices and polynomials; comparison and bits. */
const FUNCTIONS = namesIn(`
  abs add cbrt ceil cube divide exp expm1 fix floor gcd hypot invmod lcm log log10 log1p log2 mod multiply nthRoot nthRoots pow
  round sign sqrt square subtract unaryMinus xgcd isInteger isNegative isPositive isPrime isZero
  bignumber complex conj den fraction im num number re arg to
  bellNumbers catalan combinations combinationsWithRep composition factorial gamma lgamma multinomial permutations stirlingS2
  erf zeta bernoulli
  max mean median min mode prod quantileSeq std sum variance cumsum corr mad
  sin cos tan cot sec csc asin acos atan atan2 acot asec acsc sinh cosh tanh coth sech csch asinh acosh atanh acoth asech acsch
  cross det distance dot eigs intersect inv lsolve lup lusolve norm pinv qr rotate size sort trace transpose usolve polynomialRoot
  compare equal larger largerEq smaller smallerEq unequal bitAnd bitNot bitOr bitXor`);

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The numbers that a calculator uses. */
export type CalculatorNumber = 'number' | 'BigNumber' | 'Fraction';

/** The result of an expression, as the policy reads it. */
export interface CalculatorAnswer {
  readonly kind: 'ok' | 'error';
  readonly text: string;
}

/** Nodes within nodes; a chain such as 1 + 2 + 3 is no deeper than one sum. */
const MOST_DEPTH = 100;
/** Elements of one range. */
const LONGEST_RANGE = 10_000;
/** Characters of a result; more is of no use to a policy. */
const LONGEST_RESULT = 10_000;
/** Where scientific notation begins: where JavaScript has it for doubles, beyond all 64 digits for the others. */
const UPPER_EXPONENT = { number: 21, BigNumber: 64, Fraction: 64 } as const;

/**
 * What a program could get out by, in case the check of the tree lets it through. Not `config`: the parser's can only be read,
 * and without the library's own there would be no constants but doubles.
 */
const CLOSED = [
  ...['import', 'createUnit', 'parser', 'compile', 'evaluate', 'parse', 'reviver', 'help', 'chain'],
  ...['simplify', 'simplifyCore', 'simplifyConstant', 'derivative', 'rationalize', 'resolve', 'symbolicEqual'],
];

/**
 * Returns a function that evaluates one expression of numbers, units, arrays, constants, operators, known functions and variables.
 * The caller limits its time and memory. An expression that fails with fractions is evaluated in doubles as a whole, because mathjs
 * has no root, logarithm, sine or factorial of a fraction.
 */
export function createEvaluator(number: CalculatorNumber): (expression: string) => CalculatorAnswer {
  const exact = evaluatorOf(number);
  const inDoubles = number === 'Fraction' ? evaluatorOf('number') : undefined;
  const evaluate = (expression: string): string => {
    try {
      return exact(expression);
    } catch (error) {
      if (inDoubles === undefined) throw error;
      return inDoubles(expression);
    }
  };
  return (expression) => {
    try {
      return { kind: 'ok', text: evaluate(expression) };
    } catch (error) {
      return { kind: 'error', text: `CalculatorError: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
}

/** @returns What evaluates an expression with numbers of one kind, and throws what is wrong with it. */
function evaluatorOf(number: CalculatorNumber): (expression: string) => string {
  const math = create(all!, { number });
  const { parse } = math;
  const closed = (): never => {
    throw new Error('not available');
  };
  math.import(Object.fromEntries(CLOSED.map((name) => [name, closed])), { override: true });

  return (expression) => {
    const tree = parse(expression);
    check(tree, math);
    // A semicolon hides a value, but the last value is always shown.
    if (tree.type === 'BlockNode') (tree as BlockNode).blocks.at(-1)!.visible = true;
    const value: unknown = tree.compile().evaluate(new Map());
    const last: unknown = math.typeOf(value) === 'ResultSet' ? (value as { entries: unknown[] }).entries.at(-1) : value;
    if (last === undefined) throw new Error('the expression is empty');
    const text = math.format(last, { notation: 'auto', lowerExp: -7, upperExp: UPPER_EXPONENT[number] });
    if (text.length > LONGEST_RESULT) throw new Error(`the result has more than ${LONGEST_RESULT} characters`);
    return withoutOnes(text);
  };
}

/** @throws Error for the first node that is not allowed. */
function check(node: MathNode, math: object, depth = 0): void {
  if (depth > MOST_DEPTH) throw new Error(`the expression is nested more than ${MOST_DEPTH} deep`);
  if (!NODES.has(node.type)) throw new Error(`${node.type.replace(/Node$/, '')} is not available`);
  const { name, fn, value, object, index } = node as unknown as Readonly<Record<string, unknown>>;
  if (node.type === 'ConstantNode' && typeof value === 'string') throw new Error('text is not available');
  if (node.type === 'SymbolNode' && (name as string) in math && !CONSTANTS.has(name as string))
    throw new Error(`${name as string} is not available as a value`);
  if (node.type === 'RangeNode') checkRange(node);
  if (node.type === 'AssignmentNode' && ((object as MathNode).type !== 'SymbolNode' || index !== null))
    throw new Error('assignment to a part is not available');
  if (node.type === 'FunctionNode') {
    const { type, name: called } = fn as { readonly type: string; readonly name: string };
    if (type !== 'SymbolNode' || !FUNCTIONS.has(called)) throw new Error(`the function ${called} is not available`);
  }
  node.forEach((child) => {
    // The name that is called has been looked up.
    if (node.type === 'FunctionNode' && child === fn) return;
    check(child, math, isChained(node, child) ? depth : depth + 1);
  });
}

/** Whether a node goes on with what its first operand began: 1 + 2 + 3 is (1 + 2) + 3. */
function isChained(node: MathNode, child: MathNode): boolean {
  const { args } = node as unknown as { readonly args: readonly MathNode[] };
  return node.type === 'OperatorNode' && args.length === 2 && child === args[0] && child.type === 'OperatorNode';
}

/** A range has whole ends that can be read before anything is evaluated: it can be long. */
function checkRange(node: MathNode): void {
  const { start, end, step } = node as unknown as { start: MathNode; end: MathNode; step: MathNode | null };
  const [from, to, by] = [start, end, step].map((part) => (part === null ? 1 : Number(withoutOnes(part.toString()))));
  if (!(Math.abs((to! - from!) / by!) < LONGEST_RANGE))
    throw new Error(`a range goes from one number to another in at most ${LONGEST_RANGE} steps`);
}

/** The peer writes the fraction 4 as `4/1`. */
function withoutOnes(text: string): string {
  return text.replace(/(\d)\/1(?!\d)/g, '$1');
}
