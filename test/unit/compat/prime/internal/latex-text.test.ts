import { describe, expect, it } from 'vitest';
import { LatexTextError } from '../../../../../src/compat/prime/internal/latex-text/parse.js';
import { latexToText } from '../../../../../src/compat/prime/internal/latex-text/render.js';

describe('reading LaTeX as text', () => {
  it.each([
    ['\\frac{a+b}{c}', 'a+b/c'],
    ['\\frac12', '1/2'],
    ['\\sqrt[3]{8}', '√(8)'],
    ['\\sqrt2', '√(2)'],
    ['2\\pi r', '2πr'],
    ['\\left( 1 \\right)', '( 1 )'],
    ['\\text{ cm}^2', ' cm^2'],
    ['\\mathbb{R}', 'ℝ'],
    ['\\mathbf{x}', '𝐱'],
    ['\\not=', '≠'],
    ['\\hat{x}', 'x̂'],
    ['\\bar{a b}', 'a̅ ̅b̅'],
    ['\\unknown{5}', '5'],
    ['a\\\\[2pt]b', 'a\nb'],
    ['\\begin{pmatrix}1&20\\\\3&4\\end{pmatrix}', '[  1 20;  3  4 ]'],
    ['\\begin{cases}1&2\\end{cases}', '1   2'],
    ['\\( 5 \\)', '5'],
    ['\\[5\\]', '\n    5\n'],
    ['5}', '5'],
    ['{5', '5'],
    ['\\end{x}5', '5'],
    ['\\frac', '%s/%s'],
    ['\\frac{1}', '%s/%s1'],
    ['1--2', '1–2'],
    ['\\overline{3}', '3'],
    ['\\textcolor{red}{5}', '5'],
    ['\\begin5', '\\begin5'],
    ['\\quad', '  '],
    ['\\( \\alpha x \\)', 'α x'],
    ['\\alpha x', 'αx'],
  ])('reads %j as %j', (latex, text) => {
    expect(latexToText(latex)).toBe(text);
  });

  it.each(['\\sqrt', '\\begin{pmatrix}\\end{pmatrix}', '{'.repeat(500)])('cannot read %j', (latex) => {
    expect(() => latexToText(latex)).toThrow(LatexTextError);
  });

  it('gives up on arguments that fail at every level instead of reading them over and over', () => {
    expect(() => latexToText('\\frac{'.repeat(60))).toThrow(LatexTextError);
  });
});
