import type { JsonValue } from '../../../base/index.js';
import type { IsToolError } from '../../agent-settings.js';
import type { RequestMessage } from '../../model-request.js';
import { objectOf } from '../json-object.js';
import type { CallResult } from './turn-node.js';

/** How SDKs and interpreters begin the text of a failed call. */
const ERROR_TEXT =
  /^\s*(?:Traceback \(most recent call last\)|(?:[A-Z][A-Za-z]*)?(?:Error|Exception)(?::|\b.*\n)|Error (?:executing|calling|running)|An error occurred while|<tool_use_error>)/;
/** A traceback may follow what the program printed before it failed. */
const TRACEBACK = /^Traceback \(most recent call last\):$/m;

/**
 * Reads the result of a call. Whether it failed is said by the client (`is_error`), else by the user's function, else by its text: a JSON
 * object with an `error` that is not empty, false or 0, the words by which SDKs report an exception of a tool, or a traceback.
 */
export function readCallResult(
  message: Extract<RequestMessage, { role: 'tool' }>,
  name: string,
  isToolError: IsToolError | undefined,
): CallResult {
  const text = message.content;
  if (message.isError !== undefined) return { text, isError: message.isError, evidence: 'client' };
  const said = isToolError?.({ name, text });
  if (said !== undefined) return { text, isError: said, evidence: 'function' };
  return { text, isError: isErrorText(text), evidence: 'text' };
}

function isErrorText(text: string): boolean {
  const error = text.trimStart().startsWith('{') ? objectOf(text)?.['error'] : undefined;
  return saysSomething(error) || ERROR_TEXT.test(text) || TRACEBACK.test(text);
}

/** Whether an `error` is more than a report of none: `0`, `false`, `null`, `""`, `[]` and `{}`. */
function saysSomething(error: JsonValue | undefined): boolean {
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
}
