/** What calls a value wrong, without the verb. */
export const WRONG = String.raw`(?:(?:wrong|incorrect|inaccurate|false|untrue|mistaken|erroneous|invalid|impossible|extraneous|absurd|nonsense|bogus|ruled out|excluded|(?:a |an |my )?(?:mistake|error|trap|lie|joke|typo|slip|guess)|too (?:large|small|big|high|low|many|few|much|little)|anything but)(?!\p{L}))`;

/** The same in other languages. */
export const WRONG_ABROAD = String.raw`(?:(?:falsch|verkehrt|ausgeschlossen|faux|fausse|erroné\p{L}*|inexacte?|incorrect[eoa]?|fals[oa]|equivocad[oa]|erróne[oa]|errad[oa]|sbagliat[oa]|errat[oa]|onjuist|verkeerd|fout|fel|felaktigt?|forkert|galt|błędn\p{L}*|nieprawidłow\p{L}*|nesprávn\p{L}*|špatn\p{L}*|yanlış\p{L}*|salah|невер(?:ен|н\p{L}*)|неправильн\p{L}*|ошибоч\p{L}*|خطأ|خاطئ\p{L}*)(?!\p{L})|错误?|錯誤?|不[对對]|有误|不正确|間違[いっ]|違[いう]|誤り|틀[렸린려]|오답)`;

/** Denies what comes right after it, in other languages. */
export const NOT_ABROAD = String.raw`(?:(?<!\p{L})(?:no (?:es|son|vale)|n['’](?:est|égale)(?: \p{L}+)? pas|nicht|kein\p{L}*|niet|geen|non (?:è|vale)|não (?:é|vale)|не|inte|ikke|nie(?: jest)?|není|değil|bukan|không phải(?: là)?|ليس)|不是|并非|不等于)`;

/** What a right value is called there. */
export const RIGHT_ABROAD = String.raw`(?:antwort|lösung|richtig|korrekt|réponse|solution|bonne?|just[eo]|exacte?|correct[aeo]?|respuesta|solución|risposta|giust[ao]|esatt[ao]|resposta|solução|cert[ao]|antwoord|svaret|rätt|riktig|rigtig\p{L}*|odpowied\p{L}*|cevap|doğru|ответ\p{L}*|решени\p{L}*|верн\p{L}*|правильн\p{L}*|答案|正确|答え|정답)`;

/** Where a word stands by itself. */
export const ALONE = String.raw`(?=\s*(?:[,.!:;…)\]—–、，。！-]|$))`;

/** What is said of a value that is not right, behind its verb or with it. */
const UNTRUE = String.raw`(?:(?:(?:the|all|just|now|\p{L}+ly) )*${WRONG}|(?:not|n['’]t)(?:(?: \p{L}+ly)? (?:really|exactly|quite|so|true|right|correct|valid|possible|it|(?:the |my )?(?:right |correct |final )?answer)(?!\p{L})|${ALONE}))`;
export const IS_WRONG = String.raw`(?:(?:['’]s|is|are|was|were|would be|looks?|seems?|must be|has to be)(?: \p{L}+ly)*\s*${UNTRUE}|(?:cannot|can['’]t|could not|couldn['’]t) be (?:it|(?:the )?(?:right|correct|true|final|answer))(?!\p{L})|(?:does not|doesn['’]t|did not|didn['’]t|will not|won['’]t) (?:work|fit|hold|satisfy|count|make sense)(?!\p{L})|fails?(?!\p{L}))`;
