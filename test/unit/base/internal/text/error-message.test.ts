import { expect, it } from 'vitest';
import { errorMessage } from '../../../../../src/base/internal/text/error-message.js';

it('is the message of an error, and whatever else was thrown as a text', () => {
  expect([new RangeError('too far'), 'plain', undefined].map(errorMessage)).toEqual(['too far', 'plain', 'undefined']);
});
