import ts from 'typescript';

/**
 * Marks what a module's constants are made with as free of side effects, so that a bundler leaves out the constants that
 * nothing uses: no module of the package does anything when it is loaded (`sideEffects: false`), but one chunk holds many.
 *
 * @returns The module's text, `const a = make()` in it as `const a = @__PURE__ (() => make())()`.
 */
export function markPure(text) {
  const tree = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest);
  const made = tree.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap((statement) => statement.declarationList.declarations)
    .filter(({ name, initializer }) => ts.isIdentifier(name) && initializer !== undefined && !isPlain(initializer))
    .map(({ initializer }) => initializer);
  let marked = '';
  let end = 0;
  for (const { pos, end: next } of made) {
    marked += `${text.slice(end, pos)} /* @__PURE__ */ (() => (${text.slice(pos, next).trim()}))()`;
    end = next;
  }
  return marked + text.slice(end);
}

/** Whether every bundler sees by itself that a value's making does nothing else. */
function isPlain(node) {
  if (ts.isParenthesizedExpression(node)) return isPlain(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (property) =>
        ts.isShorthandPropertyAssignment(property) ||
        (!ts.isSpreadAssignment(property) &&
          !ts.isComputedPropertyName(property.name) &&
          (!ts.isPropertyAssignment(property) || isPlain(property.initializer))),
    );
  if (ts.isPrefixUnaryExpression(node)) return isPlain(node.operand);
  return (
    ts.isLiteralExpression(node) ||
    ts.isIdentifier(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassExpression(node) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
  );
}
