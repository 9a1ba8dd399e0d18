/** What a LaTeX command stands for: a sign, a relation, a letter, a function, or nothing that matters. */
export type Meaning =
  | { readonly kind: 'sign' | 'relation' | 'letter' | 'function' | 'word'; readonly text: string }
  /** Ignored, together with `skips` groups after it. */
  | { readonly kind: 'nothing'; readonly skips: number }
  | { readonly kind: 'space' }
  /** The group after it is prose (`\text`) or upright letters (`\mathrm`). */
  | { readonly kind: 'text' | 'upright' }
  /** Handled by the parser by its own name: `\frac`, `\sqrt`, … */
  | { readonly kind: 'structure' };

const MEANINGS = new Map<string, Meaning>();

function define(kind: 'sign' | 'relation' | 'letter' | 'function' | 'word', table: string): void {
  for (const entry of table.split(/\s+/).filter((e) => e !== '')) {
    const [text, names] = entry.split('<-') as [string, string | undefined];
    for (const name of (names ?? text).split(',')) MEANINGS.set(name, { kind, text });
  }
}

define(
  'sign',
  `*<-times,cdot,ast,bullet,cdotp,centerdot /<-div ±<-pm ∓<-mp ∪<-cup,bigcup ∩<-cap,bigcap ∖<-setminus,smallsetminus,backslash
  \\{<-lbrace \\}<-rbrace [<-lbrack ]<-rbrack (<-lparen )<-rparen ⟨<-langle ⟩<-rangle |<-lvert,rvert,vert,mid,shortmid,divides
  ‖<-Vert,lVert,rVert,parallel ⌊<-lfloor ⌋<-rfloor ⌈<-lceil ⌉<-rceil :<-colon …<-ldots,dots,cdots,dotsc,dotsb,dotsm,vdots,ddots,dotso
  →<-to,rightarrow,longrightarrow,mapsto,longmapsto ⇒<-Rightarrow,implies,Longrightarrow ⇔<-Leftrightarrow,iff
  °<-circ,degree,degrees,textdegree '<-prime %<-percent ‰<-permil,textperthousand $<-dollar,textdollar £<-pounds,textsterling €<-euro,texteuro ∘<-comp ⊕<-oplus ⊗<-otimes ⟂<-perp ∝<-propto ¬<-neg,lnot`,
);
define(
  'relation',
  `≤<-le,leq,leqslant,leqq ≥<-ge,geq,geqslant,geqq <<-lt ><-gt ≠<-ne,neq ≈<-approx,approxeq,simeq,thickapprox,doteq ≡<-equiv
  ∈<-in,isin ∉<-notin ⊂<-subset,subseteq ⊃<-supset,supseteq ⊊<-subsetneq,subsetneqq ⊋<-supsetneq,supsetneqq ~<-sim,cong =<-coloneqq,eq`,
);
define(
  'letter',
  `alpha beta gamma delta epsilon<-epsilon,varepsilon zeta eta theta<-theta,vartheta iota kappa lambda mu nu xi rho<-rho,varrho
  sigma<-sigma,varsigma tau upsilon phi<-phi,varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
  ell hbar i<-imath j<-jmath pi infty<-infty,infin aleph nabla partial emptyset<-emptyset,varnothing,O angle triangle
  square<-square,Box,blacksquare bigstar<-bigstar,star diamond<-diamond,Diamond complement dagger checkmark`,
);
define(
  'function',
  `sin cos tan cot sec csc<-csc,cosec arcsin<-arcsin,asin arccos<-arccos,acos arctan<-arctan,atan,arctg tan<-tg cot<-ctg,cotg
  arccot<-arccot,arcctg,acot arcsec<-arcsec,asec arccsc<-arccsc,acsc sinh<-sinh,sh cosh<-cosh,ch tanh<-tanh,th coth sech csch
  arsinh<-arsinh,arcsinh,asinh arcosh<-arcosh,arccosh,acosh artanh<-artanh,arctanh,atanh log ln lg exp gcd lcm max min
  det<-det tr rank Re Im arg sgn<-sgn,sign,signum deg dim ker hom sup<-sup inf<-inf Pr abs floor ceil<-ceil,ceiling cis cbrt`,
);
define('word', 'all<-forall and<-land,wedge,And or<-lor,vee,Or therefore');

for (const name of 'displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm rm bf it sf tt cal mathstrut strut nonumber notag hfill hfil centering rmfamily bfseries normalsize large Large small allowbreak nobreak noindent par hline left\u2061 phantomsection relax protect upshape mleft mright'.split(
  ' ',
)) {
  MEANINGS.set(name, { kind: 'nothing', skips: 0 });
}
for (const name of 'color label tag phantom hphantom vphantom hspace vspace mspace hskip kern ref eqref cline textcolor colorbox fcolorbox definecolor'.split(
  ' ',
)) {
  MEANINGS.set(name, { kind: 'nothing', skips: 1 });
}
for (const name of 'quad qquad enspace enskip thinspace medspace thickspace space nobreakspace negthinspace hspace newline'.split(
  ' ',
)) {
  if (!MEANINGS.has(name)) MEANINGS.set(name, { kind: 'space' });
}
for (const name of 'text textbf textit textrm textsf texttt textup textnormal textsc mbox hbox emph textmd textsl intertext unit si'.split(
  ' ',
)) {
  MEANINGS.set(name, { kind: 'text' });
}
for (const name of 'mathrm mathsf mathtt operatorname mathop mathup'.split(' '))
  MEANINGS.set(name, { kind: 'upright' });
for (const name of 'frac dfrac tfrac cfrac sfrac nicefrac over sqrt surd root binom dbinom tbinom choose sum prod int iint oint lim limsup liminf overline bar dot vec hat widehat tilde widetilde overrightarrow overleftrightarrow underline boldsymbol bm mathbf mathit mathcal mathfrak mathscr mathbb mathnormal pmod bmod mod pod not begin end boxed fbox framebox ensuremath underbrace overbrace overset underset stackrel cancel ddot mathring overarc overparen R Z N Q C mathbin mathrel mathord substack pmatrix bmatrix mathring widecheck tfrac genfrac vert'.split(
  ' ',
)) {
  if (!MEANINGS.has(name)) MEANINGS.set(name, { kind: 'structure' });
}

/** @returns What `\name` means; undefined for a command that is not known. */
export function meaningOf(name: string): Meaning | undefined {
  return MEANINGS.get(name);
}

const FUNCTIONS = [...MEANINGS].flatMap(([name, meaning]) => (meaning.kind === 'function' ? [name] : []));
/** Bare names that are read as more than a product of letters. */
const BARE = new Map<string, Meaning>(
  FUNCTIONS.filter(
    (name) => !['sh', 'ch', 'th', 'Pr', 'hom', 'ker', 'dim', 'tg', 'inf', 'sup', 'tr'].includes(name),
  ).map((name) => [name, MEANINGS.get(name)!]),
);
for (const name of ['sqrt', 'binom', 'frac', 'mod'] as const) BARE.set(name, { kind: 'structure' });
for (const name of ['pi', 'theta', 'alpha', 'beta', 'gamma', 'lambda', 'infty', 'omega', 'sigma', 'phi'] as const) {
  BARE.set(name, MEANINGS.get(name)!);
}
for (const name of ['infinity', 'Infinity', 'oo'] as const) BARE.set(name, { kind: 'letter', text: 'infty' });
BARE.set('inf', { kind: 'letter', text: 'infty' });
BARE.set('union', { kind: 'sign', text: '∪' });
BARE.set('Union', { kind: 'sign', text: '∪' });
BARE.set('U', { kind: 'letter', text: 'U' });

/** @returns What a bare run of letters such as `sin` or `sqrt` means; undefined for any other run. */
export function bareMeaning(run: string): Meaning | undefined {
  return BARE.get(run);
}

/** Function names that may be glued to what follows (`sinx`, `lnx`), longest first. */
export const GLUED = 'arcsin arccos arctan sqrt sin cos tan cot sec csc log ln exp'.split(' ');
