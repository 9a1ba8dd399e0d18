/** A place in a list of tokens, for a parser that reads one after the other. */
export class TokenCursor<T extends { readonly kind: string; readonly text?: string }, Operator extends string> {
  protected at = 0;

  constructor(protected readonly tokens: readonly T[]) {}

  /** @returns The operator that stands here. */
  protected peek(): Operator | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'operator' ? (token.text as Operator) : undefined;
  }

  /** Goes past an operator, where it stands here. */
  protected take(operator: Operator): boolean {
    const found = this.peek() === operator;
    if (found) this.at++;
    return found;
  }
}
