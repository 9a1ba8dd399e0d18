import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { publicDoors } from '../../scripts/layout.mjs';
import { ROOT } from '../integration/node-process.js';

const DOORS: Readonly<Record<string, string>> = publicDoors(join(ROOT, 'src'));
/** What examples take as given. */
const GIVEN = join(ROOT, 'test/integration/examples/given.ts');

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
  const doors = Object.values(DOORS);
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

/** What the compiler says of the examples: each is a program of its own, after what `GIVEN` exports. */
export function exampleComplaints(names: readonly PublicName[]): string[] {
  const given = [...readFileSync(GIVEN, 'utf8').matchAll(/^export (?:const|\* as) (\w+)/gm)].map(([, name]) => name!);
  const ofNode = ['appendFileSync', 'readFileSync', 'writeFileSync'];
  const programs = new Map(
    names.flatMap(({ name, door, example }, i) =>
      example === undefined
        ? []
        : [
            [
              join(ROOT, 'test/house', `example-${i}-${name}.mts`),
              programOf(example, mentionedNames(example, door, names), [...given, ...ofNode]),
            ],
          ],
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
  const program = ts.createProgram([...programs.keys()], OPTIONS, host);
  return [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.replace(/.*-/, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** @returns The public names that an example mentions: of its own door, where two have one of that name. */
export function mentionedNames(example: string, door: string, names: readonly PublicName[]): PublicName[] {
  const words = new Set(example.match(/\b\w+\b/g));
  const mentioned = names.filter(({ name }) => words.has(name));
  const own = new Map(mentioned.map((each) => [each.name, each]));
  for (const each of mentioned) if (each.door === door) own.set(each.name, each);
  return [...own.values()];
}

/** The example with an import of what it mentions; in a block, because it may declare such a name again. */
function programOf(example: string, mentioned: readonly PublicName[], given: readonly string[]): string {
  const subpaths = new Map(Object.entries(DOORS).map(([subpath, door]) => [door, subpath]));
  const imports = mentioned.map(
    ({ name, door }) => `import { ${name} } from 'rstar2-agent${subpaths.get(door)!.slice(1)}';`,
  );
  const values = given.filter((name) => new RegExp(`\\b${name}\\b`).test(example));
  return `${imports.join('\n')}\nimport { ${values.join(', ')} } from '../integration/examples/given.js';\n{\n${example}\n}\n`;
}
