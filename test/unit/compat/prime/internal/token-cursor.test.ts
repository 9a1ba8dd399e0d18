import { describe, expect, it } from 'vitest';
import { TokenCursor } from '../../../../../src/compat/prime/internal/token-cursor.js';

type Token = { readonly kind: 'number' | 'operator'; readonly text: string };

class Reader extends TokenCursor<Token, '+' | '-'> {
  readAll(): string[] {
    const seen: string[] = [];
    while (this.at < this.tokens.length) {
      if (this.take('+')) seen.push('plus');
      else {
        seen.push(this.peek() ?? this.tokens[this.at]!.kind);
        this.at++;
      }
    }
    return seen;
  }
}

describe('a cursor over tokens', () => {
  it('goes past an operator that stands there, and past no other token', () => {
    const tokens: Token[] = [
      { kind: 'operator', text: '+' },
      { kind: 'number', text: '+' },
      { kind: 'operator', text: '-' },
    ];
    expect(new Reader(tokens).readAll()).toEqual(['plus', 'number', '-']);
  });
});
