import type { TemplateTool } from '../../../base/index.js';
import type { Demands } from '../../model-request.js';
import { listAt, nameAt, objectAt, stringAt, unexpected, unsupported, type JsonObject } from './request-fields.js';

/** Reads a list of texts that end the answer. */
export function readStop(value: unknown, path: string): readonly string[] | undefined {
  const texts = listAt(value, path).map((text, i) => nameAt(text, `${path}[${i}]`));
  return texts.length === 0 ? undefined : texts;
}

/**
 * Reads the format of an answer in OpenAI's dialects.
 *
 * @param schemaOf - Reads the schema of a `json_schema`, which the dialects keep in different places.
 */
export function readFormat(
  value: unknown,
  path: string,
  schemaOf: (format: JsonObject, path: string) => unknown,
): Demands['json'] {
  const format = objectAt(value, path);
  const type = stringAt(format['type'], `${path}.type`);
  if (type === 'text') return undefined;
  if (type === 'json_object') return {};
  if (type !== 'json_schema') throw unexpected(`${path}.type`, "'text', 'json_object' or 'json_schema'", type);
  return { schema: schemaOf(format, path) };
}

/** The tools that the model is shown, and what the choice demands of it. */
export interface ToolChoice {
  readonly tools: readonly TemplateTool[];
  readonly demand?: Demands['toolChoice'];
}

/** How a dialect names the tools of a choice. */
interface ChoiceForm {
  /** The name of the one tool that must be called. */
  readonly chosenName: (choice: JsonObject, type: string) => string;
  /** Where `allowed_tools` has its mode and tools. */
  readonly allowed: (choice: JsonObject) => readonly [allowed: JsonObject, path: string];
  /** The name of one of the allowed tools; undefined where it is no tool of the request. */
  readonly allowedName: (entry: JsonObject, path: string) => string | undefined;
}

/** Reads the choice of tools in OpenAI's dialects. */
export function readToolChoice(value: unknown, tools: readonly TemplateTool[], form: ChoiceForm): ToolChoice {
  const path = 'tool_choice';
  if (value === undefined || value === null || value === 'auto') return { tools };
  if (value === 'none') return { tools: [] };
  if (tools.length === 0) throw unsupported(path, 'the request has no tools');
  if (value === 'required') return { tools, demand: 'required' };
  if (typeof value === 'string') throw unexpected(path, "'none', 'auto', 'required' or an object", value);
  const choice = objectAt(value, path);
  const type = stringAt(choice['type'], `${path}.type`);
  if (type !== 'allowed_tools') return { tools, demand: { name: form.chosenName(choice, type) } };
  const [allowed, at] = form.allowed(choice);
  const mode = stringAt(allowed['mode'], `${at}.mode`);
  if (mode !== 'auto' && mode !== 'required') throw unexpected(`${at}.mode`, "'auto' or 'required'", mode);
  const names = new Set(
    listAt(allowed['tools'], `${at}.tools`).map((entry, i) => {
      const entryPath = `${at}.tools[${i}]`;
      return form.allowedName(objectAt(entry, entryPath), entryPath);
    }),
  );
  // The model is shown these alone: nothing else keeps it from calling the others.
  return { tools: tools.filter(({ name }) => names.has(name)), ...(mode === 'required' ? { demand: mode } : {}) };
}
