import { NOT_ABROAD } from './disowned.js';

/** Words that offer another answer. */
export const OFFERS = new RegExp(
  String.raw`(?<!\p{L})(?:maybe|perhaps|possibly|otherwise|else|elsewise|belki|i meant?|make (?:that|it)|^(?:chance|odds) of|failing (?:that|which)|(?:made|argue) for|also (?:take|accept|count|consider|allow|try)|(?:reading|interpretation)|(?:it|this|that|which|(?:the|my) answer|^) ?(?:(?:could|might|may)(?: very)?(?: well| just)?|can(?= (?:also|as well|equally)))(?: (?:also|as well|equally|possibly|even))*(?: be| equal)?|(?:another|one other|(?:the )?other|an?|second|alternative|alternate|different|further|competing|my)(?: \p{L}+)? (?:possibility|candidate|option|guess|choice|alternative|reading)|(?:another|an? (?:second|alternative|alternate|different|further|competing)) (?:\p{L}+ )?(?:answer|solution|value)|(?:some|others|many)(?: people)?(?: \p{L}+)? (?:say|argue|answer))(?!\p{L})|可能|也许|或许|说不定|没准|否则|要不|不然|备选|もしか|あるい|かもし`,
  'iu',
);
/** A bare "or" may also repeat the answer in another form. */
export const OR =
  /(?<!\p{L})(?:or|alternatively|oder|ou|oppure|ili|или|либо|або|veya|lub|albo|hoặc|atau|vs|versus|through|thru)(?!\p{L})|或|还是|または|もしくは|또는|혹은|아니면/iu;

export const STARTS_WITH_OR = new RegExp(`^(?:${OR.source})`, 'iu');

/** Words for an answer. Their value is an answer. */
export const OF_ANSWER =
  /(?<!\p{L})(?:answers?|results?|solutions?|guess(?:es)?|possibilit(?:y|ies)|alternatives?|options?|choices?|backups?|interpretations?|readings?|conventions?|fallbacks?|runner-up|plan|(?:true|real|correct|actual|right|proper) value(?! of))(?!\p{L})|答案|答え|정답/iu;

/** Things that have values of their own: quantities, parts of figures and of texts. */
export const QUANTITIES = new RegExp(
  String.raw`(?<!\p{L})(?:sums?|products?|difference|quotient|remainder|digits?|divisors?|factors?|multiples?|primes?|roots?|zeros?|poles?|terms?|ratio|coefficients?|constant|degree|discriminant|exponent|power|squares?|cubes?|derivative|median|mean|mode|average|variance|probabilit(?:y|ies)|chance|odds|expected|areas?|volume|perimeter|circumference|lengths?|width|height|depth|distance|radius|diameter|sides?|legs?|hypotenuse|base|angles?|edges?|vert(?:ex|ices)|faces?|points?|midpoint|endpoints?|focus|slope|intercepts?|axis|period|amplitude|min|max|minim\p{L}+|maxim\p{L}+|bounds?|limit|order|rank|dimension|determinant|trace|eigenvalues?|the count|price|cost|profit|discount|age|speed|rate|weight|time|year|confidence|difficulty|score|level|code|output|input|sequence|series|elements?|members?|rows?|columns?|cases?|candidates|binary|decimal|hexadecimal|octal|rounded|there|its|smaller|larger|greater|younger|older|original|initial|remaining|previous|preceding|following|next|pairs?|number of|other (?:number|integer|side|two|one)|because|since|(?!(?:it|that|let|what|here|there|he|she)['’])\p{L}+['’]s|corresponding|respectively|except|excluding|sum[aem]\p{L}*|somm[ae]|quersumme|resto|reste|rest|сумм\p{L}*|остат\p{L}*|произведение|корень|produkt|differenz)(?!\p{L})|其(?![他它余餘实實中])|(?:[焦顶頂交中端零极極]点|[圆圓重]心|坐标|坐標|准线|準線|轴|軸)(?:分别|分別)?[为為是在]|[和积積差商余率比根项項值式径徑]|边|邊|角|面积|体积|长|宽|高|周|次数|系数|代入|数(?:是|为|分别)|[左右](?:边|端)|检验|验[算证]|나머지|합|곱`,
  'iu',
);
/** Words right before a value that make it part of something else: prepositions, numbered things, verbs. */
export const BELONGS =
  /^(?:of|by|from|to|between|than|in|at|with|for|per|into|on|until|after|before|within|out|mod|modulo|over|base|the|an?|exactly|about|num(?:ber|bers)|no|step|case|problem|lemma|theorem|equation|eqn?|part|method|question|figure|fig|table|example|exercise|chapter|section|page|line|item|property|get|gets|gave|gives?|giving|yields?|yielding|equals?|has|have|had|leaves?|left|makes?|making|becomes?|contains?|needs?|takes?|pays?|costs?|earns?|used?|using|add|adding|subtract|subtracting|prints?|printed|returns?|goes|went|reach(?:es)?|does|\p{Ll}+ed|twice|double|triple|thrice|half|below|above|under|version|round|see|except|de|del|des|du|por|para|par|pour|per|di|da|von|durch|mit|für|à|na|przez|на|от|из|до|beträgt|equivalently|namely|approximately|roughly)$/iu;
/** The same at the end of Chinese words. */
export const BELONGS_HAN = /(?:从|由|被|除以|乘以?|加上?|减去?|到|大于|小于|等于|第|共|剩下?|有|(?<!觉)得到?|即)$/u;
/** The verb at the end of "the height is". */
export const ENDS_IN_VERB = /(?<!\p{L})(?:is|are|was|were|be|est|es|ist|è|é|son|jest|są)$/iu;

/** Words that reject a value in their sentence, and (`REFUSED_NEXT`) in the sentence before. */
export const REFUSED = new RegExp(
  String.raw`(?<!\p{L})(?:not(?! \d+ but)|cannot|never|no longer|neither|nor|none|fail(?:s|ed)?|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\p{L}*|violat\p{L}+|rul(?:e|es|ed|ing) out|exclud\p{L}+|negative|instead of|rather than|mistakes?|forg[eo]t\p{L}*|ignor\p{L}+|overlook\p{L}*|too (?:large|small|big|high|low|many|few|much|little)|não|nicht|keine|non|nie|niet|inte|ikke)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})(?:не|no)(?=\s+[$\\-]*\d)|不(?:对|是|行|可能|成立|符合|满足|正确)|舍去|排除|(?:${NOT_ABROAD})(?!\p{Script=Latin})`,
  'iu',
);
export const REFUSED_NEXT =
  /^\s*(?:no(?:pe)?\b|(?:but|however|this|that|it|these|they|yet)\b.*\b(?:fails?|wrong|incorrect|invalid|impossible|reject(?:ed|s)?|discard(?:ed)?|extraneous|contradict\w*|mistakes?|errors?|overcount\w*|violat\w+|exclud\w+|too (?:large|small|big|high|low|many|few))\b)/i;
/** Doubt and conditions do not reject a value, and a condition names nothing that has the value: "if that is wrong, 13". */
export const CONDITION =
  /(?<!\p{L})(?:if|unless|in case|should|wenn|falls|sofern|si|se|senão|jeśli|jeżeli|если|als)(?!\p{L})[^,，.;:]*?(?=[,，:]|\s(?:then|try)\s|$|[-$\\]*\d)|(?:not|n['’]t)(?: \p{L}+)? (?:sure|certain|know|confident)(?!\p{L})|如果[^，,]*[，,]?|若[^，,]*?(?:则|[，,])|要是[^，,]*[，,]?/giu;

/** A replacement for the answer: "If that is not accepted, take 13". */
export const IF_REFUSED =
  /^\W*(?:and |but |or )?(?:if|should|in case) (?:that|this|it|(?:the|my|this|that) (?:\p{L}+ )?(?:answer|value|box|number|result))(?:['’]s| is| was| be| gets?| turns out| proves?)?(?: to be)?(?: (?:(?:not|n['’]t)(?: be)?(?: \p{L}+ed| right| correct| it| ok| okay| fine| valid| good)|wrong|incorrect|rejected|refused|invalid|false|unacceptable|marked wrong)|n['’]t (?:accepted|right|correct)| fails?| does(?: not|n['’]t) (?:work|count|match|pass|do))[^,.;]{0,20}(?:,|\bthen\b|(?=\b(?:take|use|try|accept|count|go with|grade|choose)\b))/iu;

/** A reason to reject a value, behind it: "x = -3, but lengths are positive". */
export const WEIGHED = /^[\s$)]*,\s*(?:but|yet|which|where|while|whereas|however|though|although)\b/i;

const FINE = String.raw`(?:fine|possible|plausible|accept(?:able|ed)|valid|defensible|ok|okay|correct|right|good|tempting,? too)(?: (?:too|as well|also|answers?|values?|alternative|possibility|candidate|option|choice|guess)){0,2}(?: (?:as|for) (?:an?|the|my)(?: \p{L}+)? answer)?(?=\s*(?:[.!?)]|$|,(?! (?:but|which|though|yet))))`;
/** "13 as a close second" */
export const AS_SECOND =
  /^[\s$)]*as (?:an?|the|my)(?: \p{L}+)? (?:second|backup|fallback|runner-up|alternative|possibility|candidate|option|guess)(?!\p{L})/iu;
/** Words behind a value that make it an answer too: "13 works too", "13 is another". */
export const GOES_ON = new RegExp(
  String.raw`${AS_SECOND.source}|^(?:(?:too|also|instead|either|perhaps|maybe|possibly|otherwise|if|unless|with(?= \p{L}{2})|without|assuming|depending|as well|at (?:a \p{L}+|worst|best)|sein|(?:for|under|in|by) (?:the|an?|another)(?: \p{L}+)? (?:reading|interpretation|convention|version))(?!\p{L})|(?:is|are|being|would be|could be|may be|might be|can be|seems?|looks?|feels?|sounds?)(?: \p{L}+){0,3}? ${FINE}|(?:(?:would|could|might|may|can) )?(?:also )?(?:works?|fits?|do(?= (?:too|as well|also))),? ?(?:too|as well|also)?(?=\s*[.!?,)]|$)|(?:would|could|might|may|can) (?:also |equally )*be (?:the |an? |another )*(?:answer|possibility|${FINE})|being another|is another)|^(?:也|亦|同样|でも|かも|の可能性|です|である|だ|일 ?수|일지도|입니다|이다|예요|도)`,
  'iu',
);
/** Words between the values of a list. */
export const LISTED = /^(?:and|or|maybe|perhaps|und|et|y|e|и|和|或)$/iu;

/** Nothing, or only a pronoun and a verb. */
export const PRONOUN = /^(?:(?:this|that|it) (?:is|equals|becomes|would be))?$/i;
