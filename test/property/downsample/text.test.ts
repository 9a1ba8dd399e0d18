import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textPenalty } from '../../../src/compat/index.js';
import { responseText } from '../../../src/compat/release/penalties.js';
import { countAnswers, scanTags } from '../../../src/downsample/internal/tag-scanner.js';
import { rolloutArbitrary } from '../../../src/testing/fast-check.js';

/** What the release counts with regular expressions; `s` is Python's DOTALL. */
function countByExpressions(text: string) {
  const matches = (pattern: RegExp) => text.match(pattern) ?? [];
  const responses = matches(/<tool_response>.*?<\/tool_response>/gs);
  return {
    toolResponses: responses.length,
    errorResponses: responses.filter((response) => response.toLowerCase().includes('error')).length,
    answerStarts: matches(/<answer>/g).length,
    answerEnds: matches(/<\/answer>/g).length,
    answers: matches(/<answer>.*?<\/answer>/gs).length,
    turns: matches(/<\|im_start\|>assistant.*?<\|im_end\|>/gs).length,
  };
}

const pieces = [
  '<answer>',
  '</answer>',
  '<tool_response>',
  '</tool_response>',
  '<|im_start|>',
  '<|im_start|>assistant',
  '<|im_start|>user',
  '<|im_end|>',
  '<',
  '<<answer>',
  '</',
  '<tool_',
  '|>',
  'er',
  'ror',
  'Error',
  'ERROR',
  'İerror',
  '\n',
  '\r\n',
  '\u2028',
  '😀',
  '\ud800',
  'text',
];
const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 30 });

describe('scanTags', () => {
  it('counts what the regular expressions of the release count, in any text', () => {
    fc.assert(
      fc.property(text, (parts) => {
        expect(scanTags(parts.join(''))).toEqual(countByExpressions(parts.join('')));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('gives penalties in [0, 1]', () => {
    fc.assert(
      fc.property(text, (parts) => {
        const { errorRatio, format } = textPenalty(parts.join(''));
        expect(errorRatio >= 0 && errorRatio <= 1 && format >= 0 && format <= 1).toBe(true);
      }),
      { seed: 2 },
    );
  });
});

describe('countAnswers', () => {
  it('counts complete answer blocks as the regular expression does', () => {
    fc.assert(
      fc.property(text, (parts) => {
        expect(countAnswers(parts.join(''))).toBe(countByExpressions(parts.join('')).answers);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe('responseText', () => {
  it('has every turn and every tool response, in order', () => {
    fc.assert(
      fc.property(rolloutArbitrary(), (rollout) => {
        let from = 0;
        const rendered = responseText(rollout);
        for (const turn of rollout.turns)
          for (const part of [turn.text, ...turn.toolCalls.map((call) => `<tool_response>\n${call.response.text}\n`)]) {
            const at = rendered.indexOf(part, from);
            expect(at).toBeGreaterThanOrEqual(from);
            from = at + part.length;
          }
      }),
      { seed: 4 },
    );
  });
});
