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
  /** False if it has a block marked `ts no-run`: it is type-checked only. */
  readonly runs: boolean;
  /** What it says it prints, in order; `…` stands for anything. */
  readonly promises: readonly string[];
}

/**
 * Reads the programs of a Markdown document.
 *
 * A block goes on with the program before it, unless it declares a name of that program again: then it starts anew. A
 * program promises what stands in comments after `console.log(…);` and in ` ```text output ` blocks that follow it. Blocks
 * marked `no-run` are type-checked in a program of their own, with the blocks that they go on with; those run all the same.
 */
export function programsOf(path: string, markdown: string): DocsProgram[] {
  const sequences: { blocks: Block[]; names: Set<string>; promises: string[] }[] = [];
  for (const fence of markdown.matchAll(/^```(ts|ts no-run|text output)\n([\s\S]*?)^```$/gm)) {
    const [, info, code] = fence as unknown as [string, string, string];
    const current = sequences.at(-1);
    if (info === 'text output') {
      if (current?.blocks.at(-1)!.runs === true) current.promises.push(...code.trimEnd().split('\n'));
      continue;
    }
    const line = markdown.slice(0, fence.index).split('\n').length;
    const block = { code, line, runs: info === 'ts' };
    const names = declaredNames(code);
    const continues = current !== undefined && names.every((name) => !current.names.has(name));
    const sequence = continues ? current : { blocks: [], names: new Set<string>(), promises: [] };
    if (!continues) sequences.push(sequence);
    sequence.blocks.push(block);
    names.forEach((name) => sequence.names.add(name));
    if (block.runs)
      sequence.promises.push(...[...code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]!));
  }
  return sequences.flatMap(({ blocks, promises }) => {
    const running = blocks.filter(({ runs }) => runs);
    const checked = blocks.filter(({ runs }) => !runs);
    const program = (first: Block, parts: readonly Block[], promises: readonly string[]): DocsProgram => ({
      name: `${path}:${first.line}`,
      code: parts.map((block) => block.code).join('\n'),
      runs: first.runs,
      promises,
    });
    return [
      ...(running.length > 0 ? [program(running[0]!, running, promises)] : []),
      ...(checked.length > 0 ? [program(checked[0]!, blocks, [])] : []),
    ];
  });
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
