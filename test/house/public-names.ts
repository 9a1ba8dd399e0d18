import { join } from 'node:path';
import ts from 'typescript';
import { publicDoors } from '../../scripts/layout.mjs';
import { ROOT } from '../integration/node-process.js';

/** A name that a door gives out, and the file of src that declares it. */
export interface GivenName {
  readonly name: string;
  /** False for what exists in types alone. */
  readonly isValue: boolean;
  /** `verify/parse-math.ts`. */
  readonly file: string;
}

/** What each of these doors (`report/index.ts`, …) gives out, by name. */
export function namesOf(doors: readonly string[]): Map<string, GivenName[]> {
  const given = exportsOf(doors).exports.map((symbols) =>
    symbols.map(({ name, symbol }) => ({
      name,
      isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
      file: fileOf(symbol),
    })),
  );
  return new Map(doors.map((door, i) => [door, given[i]!.sort((a, b) => (a.name < b.name ? -1 : 1))]));
}

/** The files that declare a name of these doors, or what its declaration mentions: types of options, of their parts, … */
export function filesBehind(doors: readonly string[]): Set<string> {
  const { checker, exports } = exportsOf(doors);
  const mentioned = new Set(exports.flat().map(({ symbol }) => symbol));
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    if (named !== undefined) mentioned.add(resolved(named, checker));
    ts.forEachChild(node, visit);
  };
  for (const symbol of mentioned) symbol.declarations?.filter(isOurs).forEach(visit);
  return new Set([...mentioned].map(fileOf));
}

function exportsOf(doors: readonly string[]) {
  const paths = doors.map((door) => join(ROOT, 'src', door));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const exports = paths.map((path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path)!);
    const given = checker.getExportsOfModule(module!);
    return given.map((symbol) => ({ name: symbol.name, symbol: resolved(symbol, checker) }));
  });
  return { checker, exports };
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function fileOf(symbol: ts.Symbol): string {
  return (symbol.declarations?.[0]?.getSourceFile().fileName ?? '').replace(`${join(ROOT, 'src')}/`, '');
}

function isOurs(node: ts.Node): boolean {
  return node.getSourceFile().fileName.startsWith(join(ROOT, 'src'));
}

/** The package's subpaths, by name, with the names that a user can import from each. */
export function publicNames(): Map<string, GivenName[]> {
  const doors: Record<string, string> = publicDoors(join(ROOT, 'src'));
  const names = namesOf(Object.values(doors));
  return new Map(Object.entries(doors).map(([subpath, door]) => [`rstar2-agent${subpath.slice(1)}`, names.get(door)!]));
}
