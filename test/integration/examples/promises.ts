import ts from 'typescript';

/** Whether a value is what a comment says. */
export type Matcher = (value: unknown) => boolean;

/** What an example says of a statement, in the comment behind it. */
export interface ExamplePromise {
  /** The statement, and what the comment says. */
  readonly text: string;
  readonly comment: string;
  /** Undefined for a comment that is no literal: it says what is printed. */
  readonly matches: Matcher | undefined;
}

/**
 * Reads what an example promises: `EXPRESSION; // LITERAL`, `const name = EXPRESSION; // LITERAL`, and what an expression prints.
 *
 * In a literal, `…` stands for further digits of a number, or for further members of an array or object.
 *
 * @returns The example with `check(i, value)` where promise i has a value.
 */
export function readPromises(example: string): { readonly code: string; readonly promises: ExamplePromise[] } {
  const source = ts.createSourceFile('example.ts', example, ts.ScriptTarget.Latest, true);
  const promises: ExamplePromise[] = [];
  let code = '';
  for (const statement of source.statements) {
    const text = statement.getText();
    const comment = /^[^\S\n]*\/\/ (.+)/.exec(example.slice(statement.end))?.[1];
    const matches = comment === undefined ? undefined : literalMatcher(comment);
    const value = valueOf(statement);
    const isPromise = comment !== undefined && (matches !== undefined || ts.isExpressionStatement(statement));
    if (isPromise) promises.push({ text, comment, matches });
    const call = (of: string) => `check(${promises.length - 1}, ${of});`;
    if (!isPromise || matches === undefined || value === undefined) code += `${text}\n`;
    else code += ts.isExpressionStatement(statement) ? `${call(value)}\n` : `${text}\n${call(value)}\n`;
  }
  return { code, promises };
}

/** @returns The expression, or the only name that is declared. */
function valueOf(statement: ts.Statement): string | undefined {
  if (ts.isExpressionStatement(statement)) return statement.expression.getText();
  if (!ts.isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  const name = declaration!.name;
  if (ts.isIdentifier(name)) return name.text;
  const [element] = name.elements;
  return name.elements.length === 1 && ts.isBindingElement(element!) ? element.name.getText() : undefined;
}

/** @returns Undefined for a text that is no literal. */
export function literalMatcher(comment: string): Matcher | undefined {
  const text = comment.replaceAll(/(\d)…/g, '$1 as Begins').replaceAll(/,\s*…/g, ', ...rest');
  if (ts.transpileModule(`(${text})`, { reportDiagnostics: true }).diagnostics!.length > 0) return undefined;
  const source = ts.createSourceFile('literal.ts', `(${text})`, ts.ScriptTarget.Latest, true);
  const [statement, second] = source.statements;
  if (second !== undefined || !ts.isExpressionStatement(statement!)) return undefined;
  return matcherOf(statement.expression);
}

function matcherOf(node: ts.Node): Matcher | undefined {
  if (ts.isParenthesizedExpression(node)) return matcherOf(node.expression);
  if (ts.isAsExpression(node)) return beginsWith(node.expression.getText());
  if (ts.isArrayLiteralExpression(node)) return arrayMatcher(node);
  if (ts.isObjectLiteralExpression(node)) return objectMatcher(node);
  if (ts.isStringLiteral(node)) return (value) => value === node.text;
  if (ts.isBigIntLiteral(node)) return (value) => typeof value === 'bigint' && `${value}n` === node.text;
  const number = numberOf(node);
  if (number !== undefined) return (value) => isNear(plain(value), number);
  const atom = { true: true, false: false, null: null, undefined: undefined }[node.getText()];
  return atom !== undefined || ['null', 'undefined'].includes(node.getText()) ? (value) => value === atom : undefined;
}

function numberOf(node: ts.Node): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  const isNegative = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
  return isNegative && ts.isNumericLiteral(node.operand) ? -Number(node.operand.text) : undefined;
}

/** Arrays of 32 bits have the nearest number that they can. */
function isNear(value: unknown, number: number): boolean {
  return typeof value === 'number' && (Math.abs(value - number) <= 1e-9 || value === Math.fround(number));
}

/** @param digits - `-0.693` for -0.6931… */
function beginsWith(digits: string): Matcher {
  const number = Number(digits);
  const unit = 10 ** -(digits.split('.')[1] ?? '').length;
  return (value) => {
    const given = plain(value);
    if (typeof given !== 'number' || Math.sign(given) !== Math.sign(number)) return false;
    const beyond = Math.abs(given) - Math.abs(number);
    return beyond >= 0 && beyond < unit;
  };
}

function arrayMatcher({ elements }: ts.ArrayLiteralExpression): Matcher | undefined {
  const hasRest = elements.some(ts.isSpreadElement);
  const matchers = elements.filter((element) => !ts.isSpreadElement(element)).map(matcherOf);
  if (matchers.includes(undefined)) return undefined;
  return (value) => {
    const list = plain(value);
    if (!Array.isArray(list) || (hasRest ? list.length < matchers.length : list.length !== matchers.length))
      return false;
    return matchers.every((matches, i) => matches!(list[i]));
  };
}

function objectMatcher({ properties }: ts.ObjectLiteralExpression): Matcher | undefined {
  const hasRest = properties.some(ts.isSpreadAssignment);
  const members = properties.filter(ts.isPropertyAssignment).map(({ name, initializer }) => {
    return [ts.isStringLiteral(name) ? name.text : name.getText(), matcherOf(initializer)] as const;
  });
  if (members.some(([, matches]) => matches === undefined)) return undefined;
  if (members.length + Number(hasRest) !== properties.length) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const given = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
    return (hasRest || given.size === members.length) && members.every(([name, matches]) => matches!(given.get(name)));
  };
}

/** @returns A tensor's or typed array's numbers as a list (a scalar's as a number); anything else as it is. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('arraySync' in value) return (value as { arraySync(): unknown }).arraySync();
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
}
