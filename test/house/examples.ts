import { join } from 'node:path';
import ts from 'typescript';
import { publicDoors } from '../../scripts/layout.mjs';
import { ROOT } from '../integration/node-process.js';

/** A name that a user can import, and what its doc comment says. */
export interface PublicName {
  readonly name: string;
  /** `report/index.ts`: the first door that gives it. */
  readonly door: string;
  readonly isFunction: boolean;
  readonly documentation: string;
  readonly example: string | undefined;
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Every public name, once. */
export function documentedNames(): PublicName[] {
  const doors: string[] = Object.values(publicDoors(join(ROOT, 'src')));
  const paths = doors.map((door) => join(ROOT, 'src', door));
  const program = ts.createProgram(paths, OPTIONS);
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  return paths.flatMap((path, i) => {
    const given = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path)!)!);
    return given.flatMap((symbol) => {
      const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      if (seen.has(declared)) return [];
      seen.add(declared);
      const tags = declared.getJsDocTags(checker);
      const text = (name: string) => ts.displayPartsToString(tags.find((tag) => tag.name === name)?.text);
      return {
        name: symbol.name,
        door: doors[i]!,
        isFunction: (declared.flags & ts.SymbolFlags.Function) !== 0,
        documentation: ts.displayPartsToString(declared.getDocumentationComment(checker)) || text('returns'),
        example: text('example') || undefined,
      };
    });
  });
}

/** What the compiler says of the examples: each is a program of its own, after `test/house/example-values.d.ts`. */
export function exampleComplaints(names: readonly PublicName[]): string[] {
  const programs = new Map(
    names.flatMap(({ name, door, example }, i) =>
      example === undefined
        ? []
        : [[join(ROOT, 'test/house', `example-${i}-${name}.mts`), programOf(example, door, names)]],
    ),
  );
  const files = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (path) => programs.has(path) || files.fileExists(path),
    readFile: (path) => programs.get(path) ?? files.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const text = programs.get(path);
      return text === undefined
        ? files.getSourceFile(path, version, ...rest)
        : ts.createSourceFile(path, text, version);
    },
  };
  const values = join(ROOT, 'test/house/example-values.d.ts');
  const program = ts.createProgram([...programs.keys(), values], OPTIONS, host);
  return [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.replace(/.*-/, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** The example with an import of each public name that it mentions: of its own door, where two have one of that name. */
function programOf(example: string, door: string, names: readonly PublicName[]): string {
  const declared = new Set([...example.matchAll(/(?:const|let|function) (\w+)/g)].map(([, name]) => name));
  const words = new Set(example.match(/\b\w+\b/g));
  const mentioned = names.filter(({ name }) => words.has(name) && !declared.has(name));
  const own = new Map(mentioned.map((each) => [each.name, each]));
  for (const each of mentioned) if (each.door === door) own.set(each.name, each);
  const imports = [...own.values()].map(
    (each) => `import { ${each.name} } from '../../src/${each.door.replace('.ts', '.js')}';`,
  );
  return `${imports.join('\n')}\n${example}\nexport {};\n`;
}
