import fc from 'fast-check';

/** An expression tree, made so that its value is a number for all values of its variables. */
export type Tree =
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'sum' | 'product'; readonly parts: readonly Tree[] }
  | { readonly kind: 'negative' | 'sine' | 'root'; readonly of: Tree }
  | { readonly kind: 'quotient'; readonly over: Tree; readonly under: Tree }
  | { readonly kind: 'power'; readonly base: Tree; readonly exponent: number };

const leaf = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 12 }).map((value): Tree => ({ kind: 'integer', value })) },
  { weight: 3, arbitrary: fc.constantFrom('x', 'y', 'a').map((name): Tree => ({ kind: 'variable', name })) },
);

/** Denominators and radicands that are positive whatever the variables are: squares plus a positive number. */
function positive(tree: Tree): Tree {
  return {
    kind: 'sum',
    parts: [
      { kind: 'power', base: tree, exponent: 2 },
      { kind: 'integer', value: 1 },
    ],
  };
}

/** Random trees of a few levels. */
export const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .record({
        kind: fc.constantFrom('sum' as const, 'product' as const),
        parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      })
      .map((node): Tree => node),
    tie('tree').map((of): Tree => ({ kind: 'negative', of })),
    tie('tree').map((of): Tree => ({ kind: 'sine', of })),
    tie('tree').map((of): Tree => ({ kind: 'root', of: positive(of) })),
    fc
      .tuple(tie('tree'), tie('tree'))
      .map(([over, under]): Tree => ({ kind: 'quotient', over, under: positive(under) })),
    fc
      .tuple(tie('tree'), fc.integer({ min: 2, max: 3 }))
      .map(([base, exponent]): Tree => ({ kind: 'power', base, exponent })),
  ),
})).tree;

/** The choices of one way to write a tree; drawn by fast-check, so that a failure shrinks. */
export interface Style {
  readonly fraction: '\\frac' | '\\dfrac' | '/';
  readonly times: '' | '\\cdot ' | '\\times ';
  readonly brackets: 'plain' | 'sized';
  readonly reversed: boolean;
  readonly spaces: string;
  readonly root: 'radical' | 'exponent';
}

export const styles: fc.Arbitrary<Style> = fc.record({
  fraction: fc.constantFrom('\\frac', '\\dfrac', '/'),
  times: fc.constantFrom('', '\\cdot ', '\\times '),
  brackets: fc.constantFrom('plain', 'sized'),
  reversed: fc.boolean(),
  spaces: fc.constantFrom('', ' ', '\\,', '\\;'),
  root: fc.constantFrom('radical', 'exponent'),
});

/** @returns The tree in LaTeX, in this style. */
export function render(tree: Tree, style: Style): string {
  const inner = (part: Tree): string => render(part, style);
  const bracketed = (part: Tree): string => {
    const text = inner(part);
    if (part.kind === 'variable' || (part.kind === 'integer' && part.value >= 0)) return text;
    return style.brackets === 'sized' ? `\\left(${text}\\right)` : `(${text})`;
  };
  const ordered = (parts: readonly Tree[]): readonly Tree[] => (style.reversed ? [...parts].reverse() : parts);
  switch (tree.kind) {
    case 'integer':
      return String(tree.value);
    case 'variable':
      return tree.name;
    case 'sum':
      return ordered(tree.parts).map(bracketed).join(`${style.spaces}+${style.spaces}`);
    case 'product':
      // Digits side by side would be another number.
      return ordered(tree.parts)
        .map((part) => (part.kind === 'integer' ? `(${part.value})` : bracketed(part)))
        .join(style.times);
    case 'negative':
      return `-${bracketed(tree.of)}`;
    case 'sine':
      return `\\sin(${inner(tree.of)})`;
    case 'root':
      return style.root === 'radical' ? `\\sqrt{${inner(tree.of)}}` : `(${inner(tree.of)})^{1/2}`;
    case 'quotient':
      return style.fraction === '/'
        ? `(${inner(tree.over)})/(${inner(tree.under)})`
        : `${style.fraction}{${inner(tree.over)}}{${inner(tree.under)}}`;
    case 'power':
      return `${bracketed(tree.base)}^{${tree.exponent}}`;
  }
}
