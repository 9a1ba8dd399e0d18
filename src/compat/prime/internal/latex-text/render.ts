import { pythonStrip } from '../../../../base/internal/index.js';
import { macroText } from './macros.js';
import { LatexTextError, parseLatex } from './parse.js';
import type { LatexNode } from './parse.js';

/**
 * Reads LaTeX as plain text: `\frac{1}{2}` as `1/2`, `\sqrt{2}` as `√(2)`, `\pi` as `π`, a matrix as `[ 1 2; 3 4 ]`.
 * Braces vanish, unknown commands vanish, and `\frac{a+b}{c}` becomes `a+b/c`: structure is lost, which
 * explains the quirks of the grader that uses it.
 *
 * `$` and `%` have no meaning here; the caller has removed them.
 *
 * @throws LatexTextError for what cannot be read: `\sqrt` without its argument, a matrix without a cell, too much depth.
 * @remarks The rules are those of pylatexenc 2.10 with its default settings.
 */
export function latexToText(source: string): string {
  return renderNodes(parseLatex(source), false);
}

/** Inside equations blank text between commands goes, and the space after a bare command is kept. */
function renderNodes(nodes: readonly LatexNode[], inEquation: boolean): string {
  let text = '';
  let before: LatexNode | undefined;
  for (const node of nodes) {
    if (inEquation && node.kind === 'characters' && before?.kind === 'macro' && isBare(before)) text += before.after;
    text += renderNode(node, inEquation);
    before = node;
  }
  return text;
}

function renderNode(node: LatexNode, inEquation: boolean): string {
  switch (node.kind) {
    case 'characters':
      return inEquation && pythonStrip(node.text) === '' ? '' : node.text;
    case 'special':
      return SPECIALS[node.text] ?? node.text;
    case 'group':
      return renderNodes(node.nodes, inEquation);
    case 'macro':
      return renderMacro(node, inEquation);
    case 'math': {
      const text = pythonStrip(renderNodes(node.nodes, true));
      return node.display ? block(text) : text;
    }
    case 'environment':
      if (MATRICES.has(node.name)) return renderMatrix(node.nodes, inEquation);
      if (EQUATIONS.has(node.name)) return block(pythonStrip(renderNodes(node.nodes, true)));
      return CENTERED.has(node.name)
        ? `\n${renderNodes(node.nodes, inEquation)}\n`
        : renderNodes(node.nodes, inEquation);
  }
}

const SPECIALS: { readonly [text: string]: string } = {
  '&': '   ',
  '~': '\u00a0',
  '``': '“',
  "''": '”',
  '--': '–',
  '---': '—',
  '!`': '¡',
  '?`': '¿',
};
const MATRICES = new Set(['array', 'pmatrix', 'bmatrix', 'smallmatrix', 'psmallmatrix', 'bsmallmatrix']);
const EQUATIONS = new Set(
  ['equation', 'eqnarray', 'align', 'multline', 'gather', 'dmath'].flatMap((name) => [name, `${name}*`]),
);
const CENTERED = new Set(['center', 'flushleft', 'flushright']);

function block(text: string): string {
  return `\n    ${text.replaceAll('\n', '\n    ')}\n`;
}

/** A command without arguments, or whose only argument is an optional one that was not given. */
function isBare(node: Extract<LatexNode, { kind: 'macro' }>): boolean {
  const takes = macroText(node.name).takes.replace(/^\*+/, '');
  return takes === '' || node.args === undefined || (takes === '[' && node.args.every((arg) => arg === null));
}

function renderMacro(node: Extract<LatexNode, { kind: 'macro' }>, inEquation: boolean): string {
  const { text } = macroText(node.name);
  const args = (node.args ?? []).map((arg) => (arg === null ? '' : renderNode(arg, inEquation)));
  if (typeof text === 'function') return text(args);
  if (text.includes('%(')) {
    return text.replace(/%\((\d+)\)s/g, (_, position: string) => {
      const arg = args[Number(position) - 1];
      if (arg === undefined) throw new LatexTextError(`\\${node.name} without its argument`);
      return arg;
    });
  }
  const places = text.split('%s');
  if (places.length === 1 || places.length !== args.length + 1) return text;
  return places.map((place, i) => place + (args[i] ?? '')).join('');
}

function renderMatrix(nodes: readonly LatexNode[], inEquation: boolean): string {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell: LatexNode[] = [];
  const endCell = (): void => {
    if (cell.length > 0) row.push(pythonStrip(renderNodes(cell, inEquation)));
    cell = [];
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (const node of nodes) {
    if (node.kind === 'special' && node.text === '&') endCell();
    else if (node.kind === 'macro' && node.name === '\\') endRow();
    else cell.push(node);
  }
  endRow();
  const widths = rows.flat().map((text) => [...text].length);
  if (widths.length === 0) throw new LatexTextError('a matrix without a cell');
  const width = widths.reduce((widest, each) => Math.max(widest, each), 0);
  if (width * widths.length > WIDEST_MATRIX) throw new LatexTextError('too long');
  const padded = (text: string): string => ' '.repeat(width - [...text].length) + text;
  return `[ ${rows.map((cells) => cells.map(padded).join(' ')).join('; ')} ]`;
}

/** Characters a matrix may take once its cells are padded to the widest. */
const WIDEST_MATRIX = 200_000;
