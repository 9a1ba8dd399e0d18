import type { JsonValue, TemplateTool } from '../../../../base/index.js';
import { isJsonObject, parseJson } from '../../../../base/internal/index.js';
import { PYTHON, readLiteral } from './literal.js';

/** Python's words for values of JSON: templates write `None | string` as Python does. */
const PYTHON_WORDS: { readonly [word: string]: JsonValue } = { True: true, False: false, None: null };

/**
 * @returns An argument that is written without quotes: null where the schema of its parameter allows it, text where the schema
 *   wants or allows that, else the JSON that it is. What no schema knows is text, and so is what is no JSON, for the check to refuse.
 */
export function typedValue(text: string, tools: readonly TemplateTool[], tool: string, parameter: string): JsonValue {
  const types = typesOf(parameterSchema(tools, tool, parameter));
  const word = text.trim();
  if (types.includes('null') && (word === 'null' || word === 'None')) return null;
  if (types.length === 0 || types.includes('string')) return text;
  if (Object.hasOwn(PYTHON_WORDS, word)) return PYTHON_WORDS[word]!;
  const parsed = parseJson(word) ?? pythonValue(word);
  return parsed === undefined ? text : parsed.value;
}

/** @returns The list or object that a template wrote as Python prints it. */
function pythonValue(text: string): { readonly value: JsonValue } | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const read = readLiteral(text, 0, PYTHON);
  return read?.end === text.length ? read : undefined;
}

function parameterSchema(tools: readonly TemplateTool[], tool: string, parameter: string): JsonValue | undefined {
  const properties = tools.find(({ name }) => name === tool)?.parameters['properties'];
  if (properties === undefined || !isJsonObject(properties)) return undefined;
  const known = properties;
  return Object.hasOwn(known, parameter) ? known[parameter] : undefined;
}

function typesOf(schema: JsonValue | undefined): readonly JsonValue[] {
  if (schema === undefined || !isJsonObject(schema)) return [];
  const { type, anyOf, oneOf, nullable } = schema;
  const own = type === undefined ? [] : Array.isArray(type) ? (type as readonly JsonValue[]) : [type];
  const others = [anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? (list as readonly JsonValue[]).flatMap(typesOf) : [],
  );
  return [...own, ...others, ...(nullable === true ? ['null'] : [])];
}
