import { createVocabularyTokenizer, type VocabularyTokenizer } from 'rstar2-agent/rollout';
import { MODULUS, OFFSET, OPERATIONS } from './operations.js';
import { LETTERS, REDUCTION_RULE, SYSTEM_PROMPT } from './problems.js';
import { answerTurn, FLAW_RESPONSE, FLAWED_IMPORT, IMPORT, toolCallTurn } from './programs.js';

/**
 * The tokenizer of the demonstration: phrases that a byte-pair encoding trained on such text would also merge are one
 * token each; digits are one token each, and everything else is spelled in bytes.
 */
export function makeTokenizer(): VocabularyTokenizer {
  const pieces = new Set<string>([
    'system\n',
    'user\n',
    'assistant\n',
    SYSTEM_PROMPT,
    'Let ',
    '. ',
    `${REDUCTION_RULE} Find `,
    ' for ',
    ...OPERATIONS.flatMap(({ words, code }) => [` be ${words}`, ...code]),
    ...around(toolCallTurn('CODE'), 'CODE'),
    ...around(answerTurn('ANSWER'), 'ANSWER'),
    ...[IMPORT, FLAWED_IMPORT, '\nprint('].map((code) => JSON.stringify(code).slice(1, -1)),
    ...LETTERS.map((letter) => `${letter} = `),
    ` % ${MODULUS} + ${OFFSET}`,
    '<tool_response>\n',
    '\n</tool_response>',
    FLAW_RESPONSE,
    'Traceback (most recent call last):\n',
    '  File "<cell>", line ',
    ', in <module>\n',
    'NameError: name ',
    'SyntaxError: ',
    '    ',
  ]);
  for (const piece of pieces) if (piece.length < 2) pieces.delete(piece);
  return createVocabularyTokenizer([...pieces], { special: ['<|im_end|>', '<|im_start|>'] });
}

function around(text: string, hole: string): [string, string] {
  const at = text.indexOf(hole);
  return [text.slice(0, at), text.slice(at + hole.length)];
}
