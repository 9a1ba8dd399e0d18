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
  const paths = doors.map((door) => join(ROOT, 'src', door));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  const given = paths.map((path) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path)!);
    return checker.getExportsOfModule(module!).map((symbol) => declarationOf(symbol, checker));
  });
  return new Map(doors.map((door, i) => [door, given[i]!.sort((a, b) => (a.name < b.name ? -1 : 1))]));
}

function declarationOf(symbol: ts.Symbol, checker: ts.TypeChecker): GivenName {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const declared = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const path = declared.declarations?.[0]?.getSourceFile().fileName ?? '';
  return {
    name: symbol.name,
    isValue: (declared.flags & ts.SymbolFlags.Value) !== 0,
    file: path.replace(`${join(ROOT, 'src')}/`, ''),
  };
}

/** The package's subpaths, by name, with the names that a user can import from each. */
export function publicNames(): Map<string, GivenName[]> {
  const doors: Record<string, string> = publicDoors(join(ROOT, 'src'));
  const names = namesOf(Object.values(doors));
  return new Map(Object.entries(doors).map(([subpath, door]) => [`rstar2-agent${subpath.slice(1)}`, names.get(door)!]));
}
