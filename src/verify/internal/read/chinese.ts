import { type Node, numberNode } from '../parse/ast.js';

const DIGITS = '零一二三四五六七八九';
const UNITS: { readonly [unit: string]: number } = { 十: 10, 百: 100, 千: 1000 };
const SECTIONS: { readonly [unit: string]: number } = { 万: 1e4, 亿: 1e8 };
const NUMERAL = '[零一二三四五六七八九十百千万亿]{1,16}';
const WRITTEN = new RegExp(
  `^(?:一?共|总共)?(负)?(?:(百|千)分之(${NUMERAL})(?:点([零一二三四五六七八九]{1,9}))?|(?:(${NUMERAL})又)?(${NUMERAL})分之(${NUMERAL})|(${NUMERAL})点([零一二三四五六七八九]{1,9})|一(半)|(${NUMERAL}))(?!又|分之|点)([^]*)$`,
);
const OTHER_WRITINGS: { readonly [sign: string]: string } = {
  〇: '零', 两: '二', 兩: '二', 萬: '万', 億: '亿', 負: '负', 點: '点', 總: '总',
}; // prettier-ignore

/**
 * A number in Chinese words as a formula, with what is counted behind it: 三又二分之一 is `3\frac{1}{2}`, 百分之二十 is `20\%`, 九个 is
 * `9\text{个}`. Words that may mean two numbers are no number: 八九 (eight or nine), 一百五 (150 or 105).
 *
 * @returns undefined for other words.
 */
export function hanNumber(words: string): string | undefined {
  if (!/^[\u3007\u4e00-\u9fff]{1,24}$/.test(words)) return undefined;
  const match = WRITTEN.exec(words.replace(/[〇两兩萬億負點總]/g, (sign) => OTHER_WRITINGS[sign]!));
  if (match === null) return undefined;
  const [, minus = '', parts, share, shareDecimals, whole, under, over, before, decimals, half, plain, noun = ''] =
    match;
  const [s, w, u, o, b, p] = [share, whole, under, over, before, plain].map(wholeNumber);
  const sign = minus === '' ? '' : '-';
  const behind = noun === '' ? '' : `\\text{${noun}}`;
  if (parts !== undefined) {
    const point = shareDecimals === undefined ? '' : `.${digitsOf(shareDecimals)}`;
    return s === undefined ? undefined : `${sign}${s}${point}${parts === '百' ? '\\%' : '‰'}${behind}`;
  }
  if (under !== undefined) {
    const isFraction =
      u !== undefined && u > 1 && o !== undefined && (whole === undefined || (w !== undefined && o < u));
    return isFraction ? `${sign}${w ?? ''}\\frac{${o}}{${u}}${behind}` : undefined;
  }
  if (decimals !== undefined) return b === undefined ? undefined : `${sign}${b}.${digitsOf(decimals)}${behind}`;
  if (half !== undefined) return `${sign}\\frac{1}{2}${behind}`;
  return p === undefined ? undefined : `${sign}${p}${behind}`;
}

function digitsOf(words: string): string {
  return [...words].map((digit) => DIGITS.indexOf(digit)).join('');
}

/** 一万二千三百四十五, 十二, 一百零五; digit by digit only with a nought, 二零二四. */
function wholeNumber(words: string | undefined): number | undefined {
  if (words === undefined) return undefined;
  if (/^[零一二三四五六七八九]{3,}$/.test(words) && words.includes('零')) return Number(digitsOf(words));
  let [total, section, digit, lowest, largest] = [0, 0, -1, Infinity, Infinity];
  for (const [k, sign] of [...words].entries()) {
    const before = words[k - 1];
    if (UNITS[sign] !== undefined) {
      const unit = UNITS[sign];
      // 十二 is twelve; 百 alone is no number.
      const count = digit > 0 ? digit : unit === 10 && digit < 0 && (k === 0 || before === '零') ? 1 : undefined;
      if (count === undefined || unit >= lowest) return undefined;
      [section, digit, lowest] = [section + count * unit, -1, unit];
    } else if (SECTIONS[sign] !== undefined) {
      section += Math.max(0, digit);
      if (section === 0 || SECTIONS[sign] >= largest) return undefined;
      [total, section, digit, lowest, largest] = [total + section * SECTIONS[sign], 0, -1, Infinity, SECTIONS[sign]];
    } else {
      // 八九 and 一百五
      if (digit > 0 || (k > 0 && sign !== '零' && before !== '零' && k === words.length - 1 && before !== '十'))
        return undefined;
      if (sign === '零' && k === words.length - 1 && k > 0) return undefined;
      digit = DIGITS.indexOf(sign);
    }
  }
  return total + section + Math.max(0, digit);
}

const INFINITY: Node = { kind: 'constant', name: 'infinity' };
const inWords = (...words: string[]): readonly Node[] => words.map((word) => ({ kind: 'text', words: word }));
const numbers = (name: 'empty' | 'R' | 'R+' | 'R-' | 'Z' | 'Z+' | 'N' | 'Q'): readonly Node[] => [
  { kind: 'numbers', name },
];

/** Chinese phrases and their meanings. */
const PHRASES: readonly (readonly [RegExp, readonly Node[]])[] = [
  [
    /^(?:方程|此方程|原方程|不等式)?(?:无解|無解|没有解|无(?:实数?|正整数|整数)(?:解|根)|没有实数?(?:解|根)|空集|空)$/,
    numbers('empty'),
  ],
  [/^(?:极限)?(?:不存在|无定义|没有意义|无意义)$/, inWords('undefined')],
  [/^(?:全体|所有|一切|任意)实数(?:集)?$|^实数集$/, numbers('R')],
  [/^(?:全体|所有|一切|任意)正实数$/, numbers('R+')],
  [/^(?:全体|所有|一切|任意)负实数$/, numbers('R-')],
  [/^(?:全体|所有|一切|任意)整数$|^整数集$/, numbers('Z')],
  [/^(?:全体|所有|一切|任意)正整数$/, numbers('Z+')],
  [/^(?:全体|所有|一切|任意)自然数$/, numbers('N')],
  [/^(?:全体|所有|一切|任意)有理数$/, numbers('Q')],
  [/^正?无穷大?$/, [INFINITY]],
  [/^负无穷大?$/, [{ kind: 'negative', operand: INFINITY }]],
  [/^(?:有)?(?:无穷多|无数|无限多)(?:个|组|种)?(?:解)?$/, inWords('infinitely many')],
  [/^发散$/, inWords('diverges')],
  [/^(?:坐标)?原点$/, [{ kind: 'tuple', items: [numberNode(0), numberNode(0)], open: '(', close: ')' }]],
  [/^(?:是|是的|对|正确|成立|可以|能|真)$/, inWords('yes', 'true')],
  [/^(?:否|不|不是|不对|错|错误|不正确|不成立|不可以|不能|假)$/, inWords('no', 'false')],
];

/** @returns The meanings of a phrase; undefined for other words. */
export function hanPhrase(words: string): readonly Node[] | undefined {
  if (!/^[\u4e00-\u9fff]{1,12}$/.test(words)) return undefined;
  return PHRASES.find(([pattern]) => pattern.test(words))?.[1];
}
