import { describe, expect, it } from 'vitest';
import { withoutMarkup } from '../../../../../src/verify/internal/extract/markup.js';

describe('a text without its markup', () => {
  it.each([
    ['a <b>5</b> b', 'a 5 b'],
    ['a < b > c', 'a < b > c'],
    ['<b>5 is never closed', '<b>5 is never closed'],
    ['<B>5</B> and <b>6', ' 5 and <b>6'],
    ['4 <del>5</del> 6', '4 6'],
    ['4 <del>5 <strike>6</strike>', '4 <del>5 '],
    ['<s>The answer', '<s>The answer'],
    ['4 <s>5</s> 6', '4 6'],
    ['4 <s>5<b>6</b></s>', '4 <s>5 6 </s>'],
    ['4 <!-- 5', '4 '],
    ['4 <!-- 5 --> 6 <!--> 7', '4 6 '],
    ['no ~~4~~ 5', 'no 5'],
  ])('keeps every place: %s', (text, said) => {
    const blanked = withoutMarkup(text);
    expect(blanked).toHaveLength(text.length);
    expect(blanked.replace(/ +/g, ' ')).toBe(said);
  });
});
