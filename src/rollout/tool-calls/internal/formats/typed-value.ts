import type { JsonValue, TemplateTool } from '../../../../base/index.js';
import { isJsonObject, parseJson } from '../../../../base/internal/index.js';
import { PYTHON, readLiteral } from './literal.js';

/** A value that templates print as Python does: a list, an object or one of Python's constants. */
const PYTHON_VALUE = /^(?:[[{]|(?:True|False|None)$)/;

/**
 * Reads an argument that is written without quotes. `null` is null if the parameter's schema allows null. Text stays text if the
 * schema allows a string. Otherwise the value is parsed as JSON or a Python literal. A value that the schema does not describe, or
 * that does not parse, is text: the argument check refuses it.
 */
export function typedValue(text: string, tools: readonly TemplateTool[], tool: string, parameter: string): JsonValue {
  const types = typesOf(parameterSchema(tools, tool, parameter));
  const word = text.trim();
  if (types.includes('null') && (word === 'null' || word === 'None')) return null;
  if (types.length === 0 || types.includes('string')) return text;
  const json = parseJson(word);
  if (json !== undefined) return json.value;
  const python = PYTHON_VALUE.test(word) ? readLiteral(word, 0, PYTHON) : undefined;
  return python?.end === word.length ? python.value : text;
}

function parameterSchema(tools: readonly TemplateTool[], tool: string, parameter: string): JsonValue | undefined {
  const properties = tools.find(({ name }) => name === tool)?.parameters['properties'];
  const isKnown = properties !== undefined && isJsonObject(properties) && Object.hasOwn(properties, parameter);
  return isKnown ? properties[parameter] : undefined;
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
