import ts from 'typescript';

/**
 * Puts imports of packages inside `try`: esbuild and webpack then leave out what is not installed, with a warning at most.
 * (Vite does so for what package.json names as an optional peer.)
 *
 * @returns The module's text, `import('yaml')` in it as a function's call that tries it.
 */
export function markOptional(text) {
  if (!/\bimport\(['"][^./]/.test(text)) return text;
  const tree = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (isPackageImport(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  let marked = '';
  let end = 0;
  for (const node of found) {
    const start = node.getStart(tree);
    marked += `${text.slice(end, start)}(async () => { try { return await ${node.getText(tree)}; } catch (error) { throw error; } })()`;
    end = node.end;
  }
  return marked + text.slice(end);
}

function isPackageImport(node) {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return false;
  const [name] = node.arguments;
  return ts.isStringLiteral(name) && !/^(\.|node:)/.test(name.text);
}
