import { pythonStrip } from '../../../../base/internal/index.js';
import { symbolsByName } from './symbols.js';

/** How a command reads as text, given its arguments as text. */
export interface MacroText {
  /** The arguments it takes, one letter each: `{` an expression, `[` an optional group, `*` an optional star. */
  readonly takes: string;
  /**
   * Its text: with `%s` each argument in turn, with `%(n)s` the n-th, or computed. A command with `%s` that found no
   * arguments shows the template itself; one with `%(n)s` fails.
   */
  readonly text: string | ((args: readonly string[]) => string);
}

/** @returns How a command reads; one that is not known takes nothing and shows nothing. */
export function macroText(name: string): MacroText {
  return (macros ??= makeMacros()).get(name) ?? { takes: '', text: '' };
}

const joined = (args: readonly string[]): string => args.join('');
const nothing = (): string => '';

const ACCENTS: { readonly [name: string]: string } = {
  "'": '\u0301',
  '`': '\u0300',
  '"': '\u0308',
  c: '\u0327',
  '^': '\u0302',
  '~': '\u0303',
  H: '\u030b',
  k: '\u0328',
  '=': '\u0304',
  b: '\u0331',
  '.': '\u0307',
  d: '\u0323',
  r: '\u030a',
  u: '\u0306',
  v: '\u030c',
  vec: '\u20d7',
  dot: '\u0307',
  hat: '\u0302',
  check: '\u030c',
  breve: '\u0306',
  acute: '\u0301',
  grave: '\u0300',
  tilde: '\u0303',
  bar: '\u0305',
  ddot: '\u0308',
  not: '\u0338',
};

/** First code points of the upper-case and lower-case rows of each mathematical alphabet. */
const ALPHABETS: { readonly [name: string]: readonly [upper: number, lower: number, exceptions?: string] } = {
  mathbf: [0x1d400, 0x1d41a],
  mathit: [0x1d434, 0x1d44e, 'hℎ'],
  mathsf: [0x1d5a0, 0x1d5ba],
  mathtt: [0x1d670, 0x1d68a],
  mathbb: [0x1d538, 0x1d552, 'CℂHℍNℕPℙQℚRℝZℤ'],
  mathcal: [0x1d49c, 0x1d4b6, 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ'],
  mathscr: [0x1d49c, 0x1d4b6, 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ'],
  mathfrak: [0x1d504, 0x1d51e, 'CℭHℌIℑRℜZℨ'],
};

const OPERATORS =
  'arccos arccosh arcsin arcsinh arctan arctanh cos cosh exp inf lim ln log max min sin sinh sup tan tanh';
const OVER_AND_UNDER =
  'overline underline widehat widetilde wideparen overleftarrow overrightarrow overleftrightarrow underleftarrow ' +
  'underrightarrow underleftrightarrow overbrace underbrace overgroup undergroup overbracket underbracket ' +
  'overlinesegment underlinesegment overleftharpoon overrightharpoon';
const KEPT = 'emph mathrm text textbf textit textrm textsc textsl';
const DROPPED: { readonly [takes: string]: string } = {
  '{': 'author bibliography date ensuremath hypersetup include input keywords label mbox textmd textsf texttt textup title',
  '[{': 'addlength color documentclass hphantom pagecolor usepackage vphantom xleftarrow xrightarrow',
  '[{{': 'setcounter setlength',
  '*{': 'hspace',
  '*{{': 'DeclareMathOperator',
  '*[{': 'section subsection chapter',
  '*{[[{': 'newcommand renewcommand providecommand',
};
const TEMPLATES: readonly (readonly [name: string, takes: string, text: string])[] = [
  ['frac', '{{', '%s/%s'],
  ['nicefrac', '{{', '%s/%s'],
  ['textfrac', '', '%s/%s'],
  ['sqrt', '[{', '√(%(2)s)'],
  ['textcolor', '[{{', '%(3)s'],
  ['colorbox', '[{{', '%(3)s'],
  ['fcolorbox', '[{[{{', '%(5)s'],
  ['footnote', '[{', '[%(2)s]'],
  ['bra', '{', '⟨%s|'],
  ['ket', '{', '|%s⟩'],
  ['braket', '{{', '⟨%s|%s⟩'],
  ['ketbra', '{{', '|%s⟩⟨%s|'],
  ['url', '{', '<%s>'],
  ['ref', '{', '<ref>'],
  ['eqref', '{', '(<ref>)'],
  ['cite', '*[[{', '<cit.>'],
  ['vspace', '*{', '\n'],
  ['\\', '*[', '\n'],
  ['item', '[', '\n  * '],
  ['liminf', '', 'lim inf'],
  ['limsup', '', 'lim sup'],
  ['quad', '', '  '],
  ['qquad', '', '    '],
  ['enskip', '', '\u2002'],
  ['-', '', '\u00ad'],
  [' ', '', ' '],
  [',', '', ' '],
  [':', '', ' '],
  [';', '', ' '],
  ['#', '', '#'],
  ['&', '', '&'],
  ['_', '', '_'],
  ['{', '', '{'],
  ['}', '', '}'],
  ['backslash', '', '\\'],
  ['textbackslash', '', '\\'],
  ['lbrace', '', '{'],
  ['rbrace', '', '}'],
  ['vert', '', '|'],
  ['lvert', '', '|'],
  ['rvert', '', '|'],
  ['mid', '', '|'],
  ['prime', '', "'"],
  ['textasciitilde', '', '~'],
  ['textasciigrave', '', '`'],
  ['textdollar', '', '$'],
  ['textquotesingle', '', "'"],
];

/** Made when a command is first read: few programs grade so. */
let macros: ReadonlyMap<string, MacroText> | undefined;

function makeMacros(): ReadonlyMap<string, MacroText> {
  return new Map<string, MacroText>([
    ...symbolsByName().map(([name, text]) => [name, { takes: '', text }] as const),
    ...OPERATORS.split(' ').map((name) => [name, { takes: '', text: name }] as const),
    ...OVER_AND_UNDER.split(' ').map((name) => [name, { takes: '{', text: '%s' }] as const),
    ...KEPT.split(' ').map((name) => [name, { takes: '{', text: joined }] as const),
    ...Object.entries(DROPPED).flatMap(([takes, names]) =>
      names.split(' ').map((name) => [name, { takes, text: nothing }] as const),
    ),
    ...Object.entries(ACCENTS).map(([name, mark]) => [name, { takes: '{', text: accented(mark) }] as const),
    ...Object.keys(ALPHABETS).map((name) => [name, { takes: '{', text: inAlphabet(name) }] as const),
    ...TEMPLATES.map(([name, takes, text]) => [name, { takes, text }] as const),
    ['texorpdfstring', { takes: '{{', text: (args) => args[1] ?? '' }],
  ]);
}

function accented(mark: string): MacroText['text'] {
  const plain = (letter: string): string => (letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter);
  return ([letters]) =>
    letters === undefined
      ? ` ${mark}`
      : [...pythonStrip(letters)].map((letter) => (plain(letter) + mark).normalize('NFC')).join('');
}

function inAlphabet(name: string): MacroText['text'] {
  const [upper, lower, exceptions = ''] = ALPHABETS[name]!;
  const special = new Map([...exceptions.matchAll(/([A-Za-z])(.)/gu)].map(([, plain, styled]) => [plain!, styled!]));
  const style = (letter: string): string => {
    const styled = special.get(letter);
    if (styled !== undefined) return styled;
    if (/[A-Z]/.test(letter)) return String.fromCodePoint(upper + letter.charCodeAt(0) - 65);
    return /[a-z]/.test(letter) ? String.fromCodePoint(lower + letter.charCodeAt(0) - 97) : letter;
  };
  return (args) => [...(args[0] ?? '')].map(style).join('');
}
