/**
 * LaTeX commands that stand for one character, grouped by character in the order of Unicode.
 *
 * Cyrillic letters and astronomical signs are left out: no answer is written with them.
 */
const BY_CHARACTER = `
¡ textexclamdown | ¢ textcent | £ textsterling | ¤ textcurrency | ¥ textyen | ¦ textbrokenbar | § textsection
¨ textasciidieresis | © textcopyright | ª textordfeminine | « guillemotleft | ¬ lnot textlnot | ® textregistered
¯ textasciimacron | ° textdegree | ± pm textpm | ² texttwosuperior | ³ textthreesuperior | ´ textasciiacute
µ textmu | ¶ textparagraph | · cdot | ¹ textonesuperior | º textordmasculine | » guillemotright
¼ textonequarter | ½ textonehalf | ¾ textthreequarters | ¿ textquestiondown | Å AA | Æ AE | Ð DH
× texttimes times | Ø O | Þ TH | ß ss | å aa | æ ae | ð dh | ÷ div textdiv | ø o | þ th | Đ DJ | đ dj | ħ hbar
ı i | Ĳ IJ | ĳ ij | Ł L | ł l | Ŋ NG | ŋ ng | Œ OE | œ oe | ƒ textflorin | ƕ texthvlig | ƞ textnrleg | ƪ eth
ǂ textdoublepipe | ȷ j | ə textschwa | ɸ textphi | ʔ textglotstop | ʞ textturnk | ˆ textasciicircum
ˇ textasciicaron | ˘ textasciibreve | ˙ textperiodcentered | ˜ texttildelow | ˝ textacutedbl | Α Alpha | Β Beta
Γ Gamma | Δ Delta | Ε Epsilon | Ζ Zeta | Η Eta | Θ Theta | Ι Iota | Κ Kappa | Λ Lambda | Μ Mu | Ν Nu | Ξ Xi
Ο Omicron | Π Pi | Ρ Rho | Σ Sigma | Τ Tau | Υ Upsilon | Φ Phi | Χ Chi | Ψ Psi | Ω Omega | α alpha | β beta
γ gamma | δ delta | ε varepsilon | ζ zeta | η eta | θ texttheta theta | ι iota | κ kappa | λ lambda | μ mu
ν nu | ξ xi | ο omicron | π pi | ρ rho | ς varsigma | σ sigma | τ tau | υ upsilon | φ varphi | χ chi | ψ psi
ω omega | ϑ textvartheta vartheta | ϕ phi | ϖ varpi | Ϛ Stigma | Ϝ Digamma | ϝ digamma | Ϟ Koppa | Ϡ Sampi
ϰ varkappa | ϱ varrho | ϴ textTheta | ϵ epsilon | ϶ backepsilon | ฿ textbaht | – textendash | — textemdash
‖ Vert lVert rVert | ‘ textquoteleft | ’ textquoteright | ‚ quotesinglbase | “ textquotedblleft
” textquotedblright | „ quotedblbase | † dag dagger textdagger | ‡ textdaggerdbl | • textbullet
… dots dotsb dotsc dotsi dotsm dotso ldots textellipsis | ‰ textperthousand | ‱ textpertenthousand | ‵ backprime
‹ guilsinglleft | › guilsinglright | ※ textreferencemark | ‽ textinterrobang | ⁄ textfractionsolidus
⁎ textasteriskcentered | ⁒ textdiscount | ₡ textcolonmonetary | ₤ textlira | ₦ textnaira | ₩ textwon
₫ textdong | € texteuro | ₱ textpeso | ⃛ dddot | ⃜ ddddot | ℃ textcelsius | ℏ hslash | ℓ ell | № textnumero
℗ textcircledP | ℘ wp | ℞ textrecipe | ℠ textservicemark | ™ texttrademark | Ω textohm | ℧ mho textmho
℮ textestimated | ℵ aleph | ℶ beth | ℷ gimel | ℸ daleth | ← leftarrow textleftarrow | ↑ textuparrow uparrow
→ rightarrow textrightarrow to | ↓ downarrow textdownarrow | ↔ leftrightarrow | ↕ updownarrow | ↖ nwarrow
↗ nearrow | ↘ searrow | ↙ swarrow | ↚ nleftarrow | ↛ nrightarrow | ↜ arrowwaveleft | ↝ arrowwaveright
↞ twoheadleftarrow | ↠ twoheadrightarrow | ↢ leftarrowtail | ↣ rightarrowtail | ↦ mapsto | ↩ hookleftarrow
↪ hookrightarrow | ↫ looparrowleft | ↬ looparrowright | ↭ leftrightsquigarrow | ↮ nleftrightarrow | ↰ Lsh
↱ Rsh | ↶ curvearrowleft | ↷ curvearrowright | ↺ circlearrowleft | ↻ circlearrowright | ↼ leftharpoonup
↽ leftharpoondown | ↾ upharpoonright | ↿ upharpoonleft | ⇀ rightharpoonup | ⇁ rightharpoondown
⇂ downharpoonright | ⇃ downharpoonleft | ⇄ rightleftarrows | ⇅ dblarrowupdown | ⇆ leftrightarrows
⇇ leftleftarrows | ⇈ upuparrows | ⇉ rightrightarrows | ⇊ downdownarrows | ⇋ leftrightharpoons
⇌ rightleftharpoons | ⇍ nLeftarrow | ⇎ nLeftrightarrow | ⇏ nRightarrow | ⇐ Leftarrow | ⇑ Uparrow | ⇒ Rightarrow
⇓ Downarrow | ⇔ Leftrightarrow | ⇕ Updownarrow | ⇚ Lleftarrow | ⇛ Rrightarrow | ⇝ rightsquigarrow
⇵ DownArrowUpArrow | ∀ forall | ∁ complement | ∂ partial | ∃ exists | ∄ nexists | ∅ emptyset varnothing
∇ nabla | ∈ in | ∉ notin | ∋ ni | ∏ prod | ∐ coprod | ∑ sum | ∓ mp textmp | ∔ dotplus | ∖ setminus smallsetminus
∗ ast | ∘ circ | ∙ bullet | √ surd | ∝ propto | ∞ infty | ∟ rightangle | ∠ angle | ∡ measuredangle
∢ sphericalangle | ∤ nmid | ∥ parallel | ∦ nparallel | ∧ wedge | ∨ vee | ∩ cap | ∪ cup | ∫ int | ∬ iint
∭ iiint | ∮ oint | ∯ surfintegral | ∰ volintegral | ∱ clwintegral | ∴ therefore | ∵ because | ∷ Colon
∻ homothetic | ∼ sim | ∽ backsim | ∾ lazysinv | ≀ wr | ≃ simeq | ≅ cong | ≆ approxnotequal | ≈ approx
≊ approxeq | ≋ tildetrpl | ≌ allequal | ≍ asymp | ≎ Bumpeq | ≏ bumpeq | ≐ doteq | ≑ doteqdot | ≒ fallingdotseq
≓ risingdotseq | ≖ eqcirc | ≗ circeq | ≙ estimates | ≛ starequal | ≜ triangleq | ≠ neq | ≡ equiv | ≤ le leq
≥ ge geq | ≦ leqq | ≧ geqq | ≨ lneqq | ≩ gneqq | ≪ ll | ≫ gg | ≬ between | ≮ nless | ≯ ngtr | ≰ nleq | ≱ ngeq
≲ lessequivlnt lesssim | ≳ greaterequivlnt gtrsim | ≶ lessgtr | ≷ gtrless | ≸ notlessgreater | ≹ notgreaterless
≺ prec | ≻ succ | ≼ preccurlyeq preceq | ≽ succcurlyeq succeq | ≾ precsim | ≿ succsim | ⊀ nprec | ⊁ nsucc
⊂ subset | ⊃ supset | ⊆ subseteq | ⊇ supseteq | ⊈ nsubseteq | ⊉ nsupseteq | ⊊ subsetneq | ⊋ supsetneq | ⊎ uplus
⊏ sqsubset | ⊐ sqsupset | ⊑ sqsubseteq | ⊒ sqsupseteq | ⊓ sqcap | ⊔ sqcup | ⊕ bigoplus oplus | ⊖ ominus
⊗ bigotimes otimes | ⊘ oslash | ⊙ odot | ⊚ circledcirc | ⊛ circledast | ⊝ circleddash | ⊞ boxplus | ⊟ boxminus
⊠ boxtimes | ⊡ boxdot | ⊢ vdash | ⊣ dashv | ⊤ top | ⊥ perp | ⊧ truestate | ⊨ forcesextra | ⊩ Vdash | ⊪ Vvdash
⊫ VDash | ⊬ nvdash | ⊭ nvDash | ⊮ nVdash | ⊯ nVDash | ⊲ vartriangleleft | ⊳ vartriangleright | ⊴ trianglelefteq
⊵ trianglerighteq | ⊶ original | ⊷ image | ⊸ multimap | ⊹ hermitconjmatrix | ⊺ intercal | ⊻ veebar
⊾ rightanglearc | ⋀ bigwedge | ⋁ bigvee | ⋂ bigcap | ⋃ bigcup | ⋆ star | ⋇ divideontimes | ⋈ bowtie | ⋉ ltimes
⋊ rtimes | ⋋ leftthreetimes | ⋌ rightthreetimes | ⋍ backsimeq | ⋎ curlyvee | ⋏ curlywedge | ⋐ Subset | ⋑ Supset
⋒ Cap | ⋓ Cup | ⋔ pitchfork | ⋖ lessdot | ⋗ gtrdot | ⋘ verymuchless | ⋙ verymuchgreater | ⋚ lesseqgtr
⋛ gtreqless | ⋞ curlyeqprec | ⋟ curlyeqsucc | ⋦ lnsim | ⋧ gnsim | ⋨ precedesnotsimilar | ⋩ succnsim
⋪ ntriangleleft | ⋫ ntriangleright | ⋬ ntrianglelefteq | ⋭ ntrianglerighteq | ⋮ vdots | ⋯ cdots
⋰ iddots udots upslopeellipsis | ⋱ ddots downslopeellipsis | ⌅ barwedge | ⌆ varperspcorrespond | ⌈ lceil
⌉ rceil | ⌊ lfloor | ⌋ rfloor | ⌕ recorder | ⌜ ulcorner | ⌝ urcorner | ⌞ llcorner | ⌟ lrcorner | ⌢ frown
⌣ smile | 〈 textlangle | 〉 textrangle | ⎰ lmoustache | ⎱ rmoustache | ␢ textblank | ␣ textvisiblespace
Ⓢ circledS | ╱ diagup | □ square | ▪ blacksquare | △ bigtriangleup | ▴ blacktriangle | ▵ vartriangle
▸ blacktriangleright | ▹ triangleright | ▽ bigtriangledown | ▾ blacktriangledown | ▿ triangledown
◂ blacktriangleleft | ◃ triangleleft | ◊ lozenge | ◦ textopenbullet | ◯ bigcirc textbigcircle | ♢ diamond
♩ quarternote | ♪ eighthnote textmusicalnote | ♭ flat | ♮ natural | ♯ sharp | ⟨ langle | ⟩ rangle
⟵ longleftarrow | ⟶ longrightarrow | ⟷ longleftrightarrow | ⟸ Longleftarrow | ⟹ Longrightarrow
⟺ Longleftrightarrow | ⟼ longmapsto | ⤒ UpArrowBar | ⤓ DownArrowBar | ⥎ LeftRightVector | ⥏ RightUpDownVector
⥐ DownLeftRightVector | ⥑ LeftUpDownVector | ⥒ LeftVectorBar | ⥓ RightVectorBar | ⥔ RightUpVectorBar
⥕ RightDownVectorBar | ⥖ DownLeftVectorBar | ⥗ DownRightVectorBar | ⥘ LeftUpVectorBar | ⥙ LeftDownVectorBar
⥚ LeftTeeVector | ⥛ RightTeeVector | ⥜ RightUpTeeVector | ⥝ RightDownTeeVector | ⥞ DownLeftTeeVector
⥟ DownRightTeeVector | ⥠ LeftUpTeeVector | ⥡ LeftDownTeeVector | ⥮ UpEquilibrium | ⥯ ReverseUpEquilibrium
⥰ RoundImplies | ⦜ Angle | ⧏ LeftTriangleBar | ⧐ RightTriangleBar | ⧫ blacklozenge | ⧴ RuleDelayed | ⨏ clockoint
⨖ sqrint | ⨿ amalg | ⩞ perspcorrespond | ⩵ Equal | ⩽ leqslant | ⩾ geqslant | ⪅ lessapprox | ⪆ gtrapprox | ⪇ lneq
⪈ gneq | ⪉ lnapprox | ⪊ gnapprox | ⪋ lesseqqgtr | ⪌ gtreqqless | ⪕ eqslantless | ⪖ eqslantgtr | ⪡ NestedLessLess
⪢ NestedGreaterGreater | ⪵ precneqq | ⪶ succneqq | ⪷ precapprox | ⪸ succapprox | ⪹ precnapprox | ⪺ succnapprox
⫅ subseteqq | ⫆ supseteqq | ⫋ subsetneqq | ⫌ supsetneqq | 〚 openbracketleft | 〛 openbracketright | 𝕀 Ident id
`;

/** @returns The character of each command that stands for one, without its backslash. */
export function symbolsByName(): (readonly [name: string, character: string])[] {
  return BY_CHARACTER.trim()
    .split(/ \| |\n/)
    .flatMap((group) => {
      const [character, ...names] = group.split(' ') as [string, ...string[]];
      return names.map((name) => [name, character] as const);
    });
}
