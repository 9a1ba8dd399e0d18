import ts from 'typescript';

/** One fenced block of TypeScript in a document. */
interface Block {
  readonly code: string;
  readonly line: number;
  readonly runs: boolean;
}

/** Blocks of one document that belong together: what a reader would have typed so far. */
export interface DocsProgram {
  /** `docs/rollouts.md:12`: where its first block starts. */
  readonly name: string;
  readonly code: string;
  /** False if a block is marked `ts no-run`: it is type-checked only. */
  readonly runs: boolean;
  /** What it says it prints, in order; `…` stands for anything. */
  readonly promises: readonly string[];
}

/**
 * Reads the programs of a Markdown document.
 *
 * A block goes on with the program before it, unless it declares a name of that program again: then it starts anew. A
 * program promises what stands in comments after `console.log(…);` and in ` ```text output ` blocks that follow it.
 */
export function programsOf(path: string, markdown: string): DocsProgram[] {
  const programs: { blocks: Block[]; names: Set<string>; promises: string[] }[] = [];
  for (const fence of markdown.matchAll(/^```(ts|ts no-run|text output)\n([\s\S]*?)^```$/gm)) {
    const [, info, code] = fence as unknown as [string, string, string];
    if (info === 'text output') {
      programs.at(-1)?.promises.push(...code.trimEnd().split('\n'));
      continue;
    }
    const line = markdown.slice(0, fence.index).split('\n').length;
    const block = { code, line, runs: info === 'ts' };
    const names = declaredNames(code);
    const current = programs.at(-1);
    const continues = current !== undefined && names.every((name) => !current.names.has(name));
    const program = continues ? current : { blocks: [], names: new Set<string>(), promises: [] };
    if (!continues) programs.push(program);
    program.blocks.push(block);
    names.forEach((name) => program.names.add(name));
    program.promises.push(...[...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]!));
  }
  return programs.map(({ blocks, promises }) => ({
    name: `${path}:${blocks[0]!.line}`,
    code: blocks.map((block) => block.code).join('\n'),
    runs: blocks.every((block) => block.runs),
    promises,
  }));
}

/** The promises that the output does not keep, each to be found after the one before it. */
export function brokenPromises(promises: readonly string[], output: string): string[] {
  const printed = collapse(output);
  let from = 0;
  return promises.filter((promise) => {
    const at = collapse(promise)
      .split('…')
      .reduce((position, part) => (position < 0 ? -1 : endOf(printed, part, position)), from);
    if (at >= 0) from = at;
    return at < 0;
  });
}

function endOf(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? -1 : at + part.length;
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Names that a block declares or imports at its top level. */
function declaredNames(code: string): string[] {
  const source = ts.createSourceFile('block.mts', code, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement): string[] => {
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamedImports(bindings)) return bindings.elements.map(({ name }) => name.text);
      return bindings === undefined ? [] : [bindings.name.text];
    }
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    const named = statement as ts.Statement & { readonly name?: ts.Node };
    return named.name !== undefined && ts.isIdentifier(named.name) ? [named.name.text] : [];
  });
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}
