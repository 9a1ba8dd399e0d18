/** What calls a value wrong, without the verb. */
export const WRONG = String.raw`(?:(?:wrong|incorrect|false|untrue|mistaken|erroneous|invalid|impossible|extraneous|ruled out|(?:a |an |my )?(?:mistake|error|trap|lie|joke|typo|slip)|too (?:large|small|big|high|low|many|few|much|little))(?!\p{L}))`;

/** The same in other languages. */
export const WRONG_ABROAD = String.raw`(?:(?:falsch|ausgeschlossen|faux|fausse|incorrect[eoa]?|fals[oa]|equivocad[oa]|errad[oa]|sbagliat[oa]|onjuist|fout|felaktigt|błędn\p{L}+|yanlış\p{L}*|невер(?:ен|н\p{L}+)|неправильн\p{L}+|خطأ)(?!\p{L})|错|錯|不[对對]|不正确|間違|違[いう]|誤り|틀[렸린려])`;

/** Denies what comes right after it, in other languages. */
export const NOT_ABROAD = String.raw`(?:(?<!\p{L})(?:no (?:es|son)|n['’]est(?: \p{L}+)? pas|nicht|niet|non è|não é|не|inte|ikke|nie(?: jest)?|není|değil|bukan)|不是|并非|不等于)`;

/** Where a word stands by itself. */
export const ALONE = String.raw`(?=\s*(?:[,.!:;…)\]—–、，。！-]|$))`;

/** What is said of a value that is not right, behind its verb or with it. */
const UNTRUE = String.raw`(?:(?:(?:the|all|just|now|\p{L}+ly) )*${WRONG}|(?:not|n['’]t)(?:(?: \p{L}+ly)? (?:really|exactly|quite|so|true|right|correct|valid|possible|it|(?:the |my )?(?:right |correct |final )?answer)(?!\p{L})|${ALONE}))`;
export const IS_WRONG = String.raw`(?:(?:['’]s|is|are|was|were|would be|looks?|seems?|must be|has to be)(?: \p{L}+ly)*\s*${UNTRUE}|(?:cannot|can['’]t|could not|couldn['’]t) be (?:it|(?:the )?(?:right|correct|true|final|answer))(?!\p{L})|(?:does not|doesn['’]t|did not|didn['’]t|will not|won['’]t) (?:work|fit|hold|satisfy|count|make sense)(?!\p{L})|fails?(?!\p{L}))`;
