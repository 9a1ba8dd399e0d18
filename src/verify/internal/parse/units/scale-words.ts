import { rational, type Rational } from '../../value/rational.js';

/** English number words: zero to nineteen, and twenty to ninety in tens. */
export const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Words that multiply the number before them, in the languages that models answer in. */
const SCALES: { readonly [words: string]: bigint } = {
  'tens zehn diez dix dieci sepuluh puluh 十 拾 十个 десяток десятка десятков': 10n,
  'dozen dozens dutzend docena docenas dúzia dúzias douzaine douzaines dozzina dozzine lusin tuzin düzine дюжина дюжин дюжины 打':
    12n,
  'score scores': 20n,
  'gross grosses': 144n,
  'hundred hundreds hundert cientos ciento cien centinaia cem centos ratus sto setki yüz trăm hundra hundre honderd sata сто сотен сотни 百 佰 백':
    100n,
  'thousand thousands tausend tausende mille milliers mil mila milhares ribu tysiąc tysiące tysięcy tisíc tisíce tisíců nghìn ngàn tusen duizend tuhat tuhatta тысяча тысячи тысяч тыс 千 仟 천 elfu':
    1000n,
  '万 萬 만 หมื่น': 10_000n,
  'myriad myriads': 10_000n,
  'lakh lakhs lac lacs 十万': 100_000n,
  'million millions millionen millón millones milhão milhões milione milioni juta milion miliony milionów milyon triệu miljon miljoner miljoen miljoonaa миллион миллиона миллионов млн 百万 백만 mio':
    1_000_000n,
  'crore crores 千万 천만': 10_000_000n,
  '亿 億 억': 100_000_000n,
  'billion billions milliard milliards milliarde milliarden miliar miliard miliardy miliardów milyar tỷ miljard miljarder миллиард миллиарда миллиардов млрд bn 十亿 십억':
    1_000_000_000n,
  'trillion trillions triliun trilyon трлн 兆 조 万亿': 1_000_000_000_000n,
};

export const SCALE_WORDS: ReadonlyMap<string, Rational> = new Map(
  Object.entries(SCALES).flatMap(([words, n]) => words.split(' ').map((word) => [word, rational(n)] as const)),
);

/** 万, 百万 before what is counted; the longest first. */
const BEFORE_NOUN = new RegExp(
  `^(${[...SCALE_WORDS.keys()]
    .filter((word) => /^[\u4e00-\u9fff]+$/.test(word))
    .sort((a, b) => b.length - a.length)
    .join('|')})(.+)$`,
);

/** @returns The scale and the noun of a word that is written as one of both, as Chinese does; undefined for another word. */
export function scaleAndNoun(word: string): [scale: string, noun: string] | undefined {
  const [, scale, noun] = BEFORE_NOUN.exec(word) ?? [];
  return scale === undefined || noun === undefined ? undefined : [scale, noun];
}

/** What is counted or measured in other languages; of other writings only such words are known to leave a number as it is. */
const COUNTED = new RegExp(
  `^(?:${[
    '个|個|人|名|位|元|块|角|度|天|日|年|月|周|岁|歳|时|時|小时|小時|分钟|分鐘|分|秒|米|厘米|毫米|分米|千米|公里|平方米|平方厘米|平方千米|立方米|立方厘米|公顷|亩|克|千克|公斤|吨|升|毫升|种|種|条|只|本|张|台|次|支|件|辆|页|题|道|棵|朵|把|双|对|组|项|步|颗|粒|枚|头|匹|间|层|盒|箱|袋|瓶|杯|碗|份|种方法|个解|个点|单位',
    '円|通り|人です|개|명|원|시간|분|초|미터|가지|살',
    'см|мм|дм|м|км|г|кг|т|л|мл|с|сек|мин|ч|час|часа|часов|день|дня|дней|год|года|лет|руб|рубль|рубля|рублей|штук|штуки|шт|человек|человека|способ|способа|способов|градус|градуса|градусов|метр|метра|метров|решений|решения|решение|корень|корня|корней|чисел|числа|яблок|яблока',
    'año|años|día|días|niños|niñas|maçãs|soluções|números|élèves|mètre|mètres|centimètres|äpfel|schüler|lösungen|möglichkeiten|stück|jabłek|złotych|zł',
  ].join('|')})$`,
  'i',
);

/** Whether a word of another writing, or with accents, is known to name what is counted. */
export function isKnownNoun(word: string): boolean {
  // eslint-disable-next-line no-control-regex -- What is ASCII is English as far as it matters.
  return /^[\x00-\x7f]+$/.test(word) || COUNTED.test(word);
}
