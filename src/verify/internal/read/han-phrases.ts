import { numberNode, type Node } from '../parse/ast.js';

const INFINITY: Node = { kind: 'constant', name: 'infinity' };
const said = (...words: string[]): readonly Node[] => words.map((word) => ({ kind: 'text', words: word }));
const numbers = (name: 'empty' | 'R' | 'R+' | 'R-' | 'Z' | 'Z+' | 'N' | 'Q'): readonly Node[] => [
  { kind: 'numbers', name },
];

/** What Chinese words say that a formula could, or English words do. */
const PHRASES: readonly (readonly [RegExp, readonly Node[]])[] = [
  [
    /^(?:方程|此方程|原方程|不等式)?(?:无解|無解|没有解|无(?:实数?|正整数|整数)(?:解|根)|没有实数?(?:解|根)|空集|空)$/,
    numbers('empty'),
  ],
  [/^(?:极限)?(?:不存在|无定义|没有意义|无意义)$/, said('undefined')],
  [/^(?:全体|所有|一切|任意)实数(?:集)?$|^实数集$/, numbers('R')],
  [/^(?:全体|所有|一切|任意)正实数$/, numbers('R+')],
  [/^(?:全体|所有|一切|任意)负实数$/, numbers('R-')],
  [/^(?:全体|所有|一切|任意)整数$|^整数集$/, numbers('Z')],
  [/^(?:全体|所有|一切|任意)正整数$/, numbers('Z+')],
  [/^(?:全体|所有|一切|任意)自然数$/, numbers('N')],
  [/^(?:全体|所有|一切|任意)有理数$/, numbers('Q')],
  [/^正?无穷大?$/, [INFINITY]],
  [/^负无穷大?$/, [{ kind: 'negative', operand: INFINITY }]],
  [/^(?:有)?(?:无穷多|无数|无限多)(?:个|组|种)?(?:解)?$/, said('infinitely many')],
  [/^发散$/, said('diverges')],
  [/^(?:坐标)?原点$/, [{ kind: 'tuple', items: [numberNode(0), numberNode(0)], open: '(', close: ')' }]],
  [/^(?:是|是的|对|正确|成立|可以|能|真)$/, said('yes', 'true')],
  [/^(?:否|不|不是|不对|错|错误|不正确|不成立|不可以|不能|假)$/, said('no', 'false')],
];

/** @returns What the words may stand for; undefined for other words. */
export function hanPhrase(words: string): readonly Node[] | undefined {
  if (!/^[\u4e00-\u9fff]{1,12}$/.test(words)) return undefined;
  return PHRASES.find(([pattern]) => pattern.test(words))?.[1];
}
