import type { TemplateTool, TurnForm } from '../../../base/index.js';
import type { ToolCallFormat } from '../tool-call-format.js';
import { innerFormat } from './call-format.js';

/** Stands for the arguments of a call: no format has it in a mark. */
const PLACE = '\uFDD0\uFDD4';

/** @returns The form of a turn that is one call of a tool; undefined for a format whose arguments are not JSON. */
export function callForm(format: ToolCallFormat, { name, parameters }: TemplateTool): TurnForm | undefined {
  const inner = innerFormat(format);
  if (inner.writesJson !== true) return undefined;
  const [begin, end, ...others] = inner.write!('', [{ name, arguments: PLACE }]).split(PLACE);
  if (begin === undefined || end === undefined || others.length > 0) return undefined;
  const schema = Object.keys(parameters).length === 0 ? { type: 'object' } : parameters;
  return { begin, schema, end };
}
