import { createVocabularyTokenizer, type VocabularyTokenizer } from 'rstar2-agent/rollout';
import { MODULUS, OFFSET, OPERATIONS } from './operations.js';
import { LETTERS, REDUCTION_RULE, SYSTEM_PROMPT } from './problems.js';
import { answerTurn, FLAWED_IMPORTS, IMPORT, toolCallTurn } from './programs.js';

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
    ...[IMPORT, ...Object.values(FLAWED_IMPORTS), '\nprint('].map((code) => JSON.stringify(code).slice(1, -1)),
    ...LETTERS.map((letter) => `${letter} = `),
    ` % ${MODULUS} + ${OFFSET}`,
    '<tool_response>\n',
    '\n</tool_response>',
    ...errorPieces(),
  ]);
  for (const piece of pieces) if (piece.length < 2) pieces.delete(piece);
  return createVocabularyTokenizer([...pieces], { special: ['<|im_end|>', '<|im_start|>'] });
}

/** What Python's error messages about flawed programs are made of. */
function errorPieces(): string[] {
  const names = OPERATIONS.map(({ functionName }) => functionName);
  return [
    'Traceback (most recent call last):\n',
    '  File "<cell>", line 1',
    ', in <module>\n',
    '    ',
    '    from maths import *\nModuleNotFoundError: No module named ',
    "'maths'",
    '\n    form math import *\n         ^^^^\nSyntaxError: invalid syntax',
    'NameError: name ',
    ' is not defined',
    ...names.map((name) => `'${name}'`),
    // The line that points at what is wrong.
    ...names.map(({ length }) => `\n        ${'^'.repeat(length)}\n`),
  ];
}

function around(text: string, hole: string): [string, string] {
  const at = text.indexOf(hole);
  return [text.slice(0, at), text.slice(at + hole.length)];
}
