import type { JsonSchema, TemplateTool } from '../../../base/index.js';
import { readToolChoice, type ToolChoice } from './demand-fields.js';
import { listAt, nameAt, objectAt, optional, stringAt, unsupported, type JsonObject } from './request-fields.js';

/** A tool as its client knows it, where the model knows it by another name or gets it in another form. */
export interface ClientTool {
  readonly type: 'function' | 'custom';
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** The tools of a request: what the model is shown, and how its calls are given back. */
export interface ReadTools {
  readonly tools: readonly TemplateTool[];
  /** By the model's names. */
  readonly clientTools: ReadonlyMap<string, ClientTool>;
  /** Tools of OpenAI's own service that are left out, by type. */
  readonly leftOut: readonly string[];
}

/** Codex sends these on its own, and its agents work without them: they are left out. Other tools of OpenAI's service are refused. */
const LEFT_OUT = /^(?:web_search|tool_search|image_generation)/;

const CUSTOM_INPUT: JsonSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
};

/** The name by which a model knows a tool: tools of a namespace carry its name. */
export function modelName(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

/**
 * Reads the tools of a request. Tools with free text as input (`custom`) are shown to the model as functions of one text, and the tools of a namespace
 * as functions whose names begin with it.
 */
export function readTools(value: unknown): ReadTools {
  const tools: TemplateTool[] = [];
  const clientTools = new Map<string, ClientTool>();
  const leftOut: string[] = [];
  const read = (entry: unknown, path: string, namespace: string | undefined): void => {
    const tool = objectAt(entry, path);
    const type = stringAt(tool['type'], `${path}.type`);
    if (type === 'namespace' && namespace === undefined) {
      const name = nameAt(tool['name'], `${path}.name`);
      for (const [i, inner] of listAt(tool['tools'], `${path}.tools`).entries())
        read(inner, `${path}.tools[${i}]`, name);
      return;
    }
    if (LEFT_OUT.test(type)) return void leftOut.push(type);
    if (type !== 'function' && type !== 'custom')
      throw unsupported(`${path}.type`, `tools of type ${JSON.stringify(type)} are not supported`);
    const name = nameAt(tool['name'], `${path}.name`);
    const description = optional(tool['description'], `${path}.description`, stringAt) ?? '';
    const known = modelName(name, namespace);
    if (type === 'custom' || namespace !== undefined) clientTools.set(known, { type, name, namespace });
    tools.push(
      type === 'custom'
        ? {
            name: known,
            description: description + grammarOf(tool['format'], `${path}.format`),
            parameters: CUSTOM_INPUT,
          }
        : {
            name: known,
            description,
            parameters: (optional(tool['parameters'], `${path}.parameters`, objectAt) ?? {}) as JsonSchema,
          },
    );
  };
  for (const [i, tool] of (optional(value, 'tools', listAt) ?? []).entries()) read(tool, `tools[${i}]`, undefined);
  return { tools, clientTools, leftOut };
}

/** A text for the model about the grammar of a tool's input. Sampling is not constrained by the grammar. */
function grammarOf(value: unknown, path: string): string {
  const format = optional(value, path, objectAt);
  if (format?.['type'] !== 'grammar') return '';
  const syntax = stringAt(format['syntax'], `${path}.syntax`);
  return `\n\nThe input follows this grammar (${syntax}):\n${stringAt(format['definition'], `${path}.definition`)}`;
}

export function toolChoiceOf(value: unknown, tools: readonly TemplateTool[]): ToolChoice {
  const path = 'tool_choice';
  return readToolChoice(value, tools, {
    chosenName: (choice, type) => {
      const name = toolNameAt(choice, path);
      if (name !== undefined && tools.some((tool) => tool.name === name)) return name;
      throw unsupported(
        path,
        name === undefined ? `${JSON.stringify(type)} is not supported` : `no tool ${JSON.stringify(name)}`,
      );
    },
    allowed: (choice) => [choice, path],
    allowedName: toolNameAt,
  });
}

/** The model's name of the tool that a choice names; undefined for a tool of OpenAI's own service. */
function toolNameAt({ type, name, namespace }: JsonObject, path: string): string | undefined {
  if (type !== 'function' && type !== 'custom') return undefined;
  return modelName(nameAt(name, `${path}.name`), optional(namespace, `${path}.namespace`, nameAt));
}
