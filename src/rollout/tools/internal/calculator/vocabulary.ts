/** What a calculator knows of mathjs, by the names there. Nothing that takes a function, text or a size as its argument. */

/** Nodes of a tree: no access by name, no objects, no functions of one's own. */
export const NODES: ReadonlySet<string> = new Set([
  ...['ArrayNode', 'AssignmentNode', 'BlockNode', 'ConditionalNode', 'ConstantNode', 'FunctionNode', 'OperatorNode'],
  ...['ParenthesisNode', 'RangeNode', 'RelationalNode', 'SymbolNode'],
]);

export const CONSTANTS: ReadonlySet<string> = new Set([
  ...['pi', 'PI', 'tau', 'e', 'E', 'phi', 'i', 'Infinity', 'NaN'],
  ...['LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT1_2', 'SQRT2'],
]);

export const FUNCTIONS: ReadonlySet<string> = new Set([
  // arithmetic
  ...['abs', 'add', 'cbrt', 'ceil', 'cube', 'divide', 'exp', 'expm1', 'fix', 'floor', 'gcd', 'hypot', 'invmod', 'lcm'],
  ...['log', 'log10', 'log1p', 'log2', 'mod', 'multiply', 'nthRoot', 'nthRoots', 'pow', 'round', 'sign', 'sqrt'],
  ...['square', 'subtract', 'unaryMinus', 'xgcd', 'isInteger', 'isNegative', 'isPositive', 'isPrime', 'isZero'],
  // numbers and units
  ...['bignumber', 'complex', 'conj', 'den', 'fraction', 'im', 'num', 'number', 're', 'arg', 'to'],
  // counting and probability
  ...['bellNumbers', 'catalan', 'combinations', 'combinationsWithRep', 'composition', 'factorial', 'gamma', 'lgamma'],
  ...['multinomial', 'permutations', 'stirlingS2', 'erf', 'zeta', 'bernoulli'],
  // statistics
  ...['max', 'mean', 'median', 'min', 'mode', 'prod', 'quantileSeq', 'std', 'sum', 'variance', 'cumsum', 'corr', 'mad'],
  // trigonometry
  ...['sin', 'cos', 'tan', 'cot', 'sec', 'csc', 'asin', 'acos', 'atan', 'atan2', 'acot', 'asec', 'acsc'],
  ...['sinh', 'cosh', 'tanh', 'coth', 'sech', 'csch', 'asinh', 'acosh', 'atanh', 'acoth', 'asech', 'acsch'],
  // vectors, matrices, polynomials
  ...['cross', 'det', 'distance', 'dot', 'eigs', 'intersect', 'inv', 'lsolve', 'lup', 'lusolve', 'norm', 'pinv', 'qr'],
  ...['rotate', 'size', 'sort', 'trace', 'transpose', 'usolve', 'polynomialRoot'],
  // comparison and bits
  ...[
    'compare',
    'equal',
    'larger',
    'largerEq',
    'smaller',
    'smallerEq',
    'unequal',
    'bitAnd',
    'bitNot',
    'bitOr',
    'bitXor',
  ],
]);
