/** Unicode mathematics as the LaTeX it stands for. A trailing space keeps a command apart from a letter after it. */
// prettier-ignore
const CHARACTERS: { readonly [character: string]: string } = {
  '×': '\\times ', '✕': '\\times ', '⋅': '\\cdot ', '·': '\\cdot ', '∙': '\\cdot ', '•': '\\cdot ', '÷': '\\div ',
  '−': '-', '–': '-', '—': '-', '‐': '-', '‑': '-', '﹣': '-', '⁄': '/', '∕': '/', '∗': '*', '＋': '+',
  '±': '\\pm ', '∓': '\\mp ', '√': '\\surd ', '∛': '\\surd[3]', '∜': '\\surd[4]',
  'π': '\\pi ', '𝜋': '\\pi ', 'Π': '\\Pi ', '∏': '\\prod ', '∑': '\\sum ', '∫': '\\int ', '∞': '\\infty ',
  'α': '\\alpha ', 'β': '\\beta ', 'γ': '\\gamma ', 'δ': '\\delta ', 'ε': '\\epsilon ', 'ϵ': '\\epsilon ',
  'ζ': '\\zeta ', 'η': '\\eta ', 'θ': '\\theta ', 'ϑ': '\\theta ', 'κ': '\\kappa ', 'λ': '\\lambda ', 'μ': '\\mu ',
  'µ': '\\mu ', 'ν': '\\nu ', 'ξ': '\\xi ', 'ρ': '\\rho ', 'σ': '\\sigma ', 'τ': '\\tau ', 'φ': '\\phi ',
  'ϕ': '\\phi ', 'χ': '\\chi ', 'ψ': '\\psi ', 'ω': '\\omega ', 'Γ': '\\Gamma ', 'Δ': '\\Delta ', 'Θ': '\\Theta ',
  'Λ': '\\Lambda ', 'Σ': '\\Sigma ', 'Φ': '\\Phi ', 'Ψ': '\\Psi ', 'Ω': '\\Omega ', 'ι': '\\iota ',
  '≤': '\\le ', '⩽': '\\le ', '≦': '\\le ', '≥': '\\ge ', '⩾': '\\ge ', '≧': '\\ge ', '≠': '\\ne ', '≈': '\\approx ',
  '≃': '\\approx ', '≅': '\\cong ', '≡': '\\equiv ', '∼': '\\sim ', '∝': '\\propto ', '＜': '<', '＞': '>', '＝': '=',
  '∈': '\\in ', '∉': '\\notin ', '∋': '\\ni ', '⊂': '\\subset ', '⊆': '\\subseteq ', '⊃': '\\supset ', '⊇': '\\supseteq ', '⊊': '\\subsetneq ', '⊋': '\\supsetneq ', '∪': '\\cup ', '∩': '\\cap ',
  '∖': '\\setminus ', '∅': '\\emptyset ', '⌀': '\\emptyset ', 'Ø': '\\emptyset ', '∧': '\\wedge ', '∨': '\\vee ',
  '¬': '\\neg ', '∀': '\\forall ', '∃': '\\exists ', 'ℝ': '\\mathbb{R}', 'ℤ': '\\mathbb{Z}', 'ℕ': '\\mathbb{N}',
  'ℚ': '\\mathbb{Q}', 'ℂ': '\\mathbb{C}', '→': '\\to ', '⟶': '\\to ', '⇒': '\\Rightarrow ', '⟹': '\\Rightarrow ',
  '⇔': '\\Leftrightarrow ', '∴': '\\therefore ', '°': '^\\circ ', 'º': '^\\circ ', '˚': '^\\circ ', '′': "'",
  '″': "''", '⌊': '\\lfloor ', '⌋': '\\rfloor ', '⌈': '\\lceil ', '⌉': '\\rceil ', '⟨': '\\langle ', '⟩': '\\rangle ',
  '〈': '\\langle ', '〉': '\\rangle ', '‖': '\\|', '∥': '\\parallel ', '⊥': '\\perp ', '∠': '\\angle ', '△': '\\triangle ',
  '…': '\\ldots ', '⋯': '\\ldots ', '½': '\\frac{1}{2}', '⅓': '\\frac{1}{3}', '⅔': '\\frac{2}{3}', '¼': '\\frac{1}{4}',
  '¾': '\\frac{3}{4}', '⅕': '\\frac{1}{5}', '⅖': '\\frac{2}{5}', '⅗': '\\frac{3}{5}', '⅘': '\\frac{4}{5}',
  '⅙': '\\frac{1}{6}', '⅚': '\\frac{5}{6}', '⅛': '\\frac{1}{8}', '⅜': '\\frac{3}{8}', '⅝': '\\frac{5}{8}',
  '⅞': '\\frac{7}{8}', '⅐': '\\frac{1}{7}', '⅑': '\\frac{1}{9}', '⅒': '\\frac{1}{10}', 'ℯ': 'e', 'ⅈ': 'i', 'ⅇ': 'e',
  '％': '%', '﹪': '%', '‰': '\\permil ', '，': ', ', '、': ', ', '；': '; ', '：': ':', '。': '. ', '（': '(',
  '）': ')', '【': '[', '】': ']', '‘': "'", '’': "'", '“': '"', '”': '"', '∣': '|', '｜': '|', '℃': '^\\circ C',
  '℉': '^\\circ F', 'Å': '\\AA ', '\u00a0': '~', '\u2009': '\\,', '\u202f': '\\,', '\u2002': ' ', '\u2003': ' ',
  '\u2005': '\\,', '\u2006': '\\,', '\u200a': '\\,', '\u3000': ' ', '\u200b': '', '\u200c': '', '\u200d': '',
  '\ufeff': '', '\u2060': '', '\u2061': '', '\u2062': '', '\u2063': ',', '\u00ad': '',
};

/** ①②: numbered statements, as a list. */
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸ';
const SUPERSCRIPT_VALUES = '0123456789+-=()nixy';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙₓₖᵢⱼ';
const SUBSCRIPT_VALUES = '0123456789+-=()nxkij';

const SUPERSCRIPT_RUN = new RegExp(`[${SUPERSCRIPTS}]+`, 'gu');
const SUBSCRIPT_RUN = new RegExp(`[${SUBSCRIPTS}]+`, 'gu');
const COMBINING_OVERLINE = /([0-9A-Za-z]\u0305)+/gu;
const COMBINING_DOT = /([0-9])\u0307/gu;

/** @returns The text with Unicode mathematics written in LaTeX; ASCII comes back as it is. */
export function unicodeToLatex(text: string): string {
  if (!hasUnicode(text)) return text;
  return withPlainDigits(text)
    .replace(/\u2260|=\u0338/g, '\\ne ')
    .replace(COMBINING_OVERLINE, (run) => `\\overline{${run.replaceAll('\u0305', '')}}`)
    .replace(COMBINING_DOT, '\\dot{$1}')
    .replace(SUPERSCRIPT_RUN, (run) => `^{${translate(run, SUPERSCRIPTS, SUPERSCRIPT_VALUES)}}`)
    .replace(SUBSCRIPT_RUN, (run) => `_{${translate(run, SUBSCRIPTS, SUBSCRIPT_VALUES)}}`)
    .replace(/[^ -~\n\r\t]/gu, (character) => CHARACTERS[character] ?? compatibility(character));
}

function hasUnicode(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return true;
  return false;
}

function translate(run: string, from: string, to: string): string {
  return [...run].map((character) => to[from.indexOf(character)] ?? '').join('');
}

/**
 * A text with the digits of other scripts (Arabic, Devanagari, Thai, full-width …) as those that mathematics is read in;
 * every place keeps its offset.
 */
export function withPlainDigits(text: string): string {
  if (!OTHER_DIGITS.test(text)) return text;
  return text
    .replace(/(?<=\p{Nd})[\u066b\uff0e](?=\p{Nd})/gu, '.')
    .replace(/(?<=\p{Nd})[\u066c\uff0c](?=\p{Nd}{3}(?!\p{Nd}))/gu, ',')
    .replace(/\p{Nd}/gu, (digit) => (digit.length > 1 || digit <= '9' ? digit : plainDigit(digit)));
}

const OTHER_DIGITS = /[\u0660-\u19d9\ua620-\uabf9\uff10-\uff19]/;
const DIGIT = /^\p{Nd}$/u;

/** The digits of a script stand side by side, from a code that ends in 0 or 6. */
function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const place = code & 15;
  return String(DIGIT.test(String.fromCharCode(code - place)) ? place : place - 6);
}

/** Full-width digits, mathematical italics and other variants as the plain characters they vary. */
function compatibility(character: string): string {
  const circled = CIRCLED.indexOf(character);
  if (circled >= 0) return ` (${circled + 1}), `;
  const plain = character.normalize('NFKC');
  return plain === character ? character : [...plain].map((c) => CHARACTERS[c] ?? c).join('');
}
