import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../../../io/index.js';
import type { GatewayModels } from '../../gateway-models.js';
import { decodedSegment } from './http-parts.js';

/** Answers `GET /v1/models` and `GET /v1/models/ID`, as clients of OpenAI or of Anthropic read it. */
export function sendModels(
  request: IncomingMessage,
  response: ServerResponse,
  models: GatewayModels,
  endpoint: string,
): void {
  const isAnthropic = request.headers['anthropic-version'] !== undefined;
  const form = isAnthropic ? anthropicModel : openAiModel;
  const ids = modelIds(models);
  const [, wanted] = /^models\/(.+)$/.exec(endpoint) ?? [];
  if (wanted !== undefined) return sendJson(response, 200, form(decodedSegment(wanted)));
  const data = ids.map(form);
  sendJson(
    response,
    200,
    isAnthropic ? { data, has_more: false, first_id: ids[0], last_id: ids.at(-1) } : { object: 'list', data },
  );
}

/** @returns The names that `GET /v1/models` lists. */
export function modelIds(models: GatewayModels): readonly string[] {
  const named = Object.keys(models).filter((name) => !name.endsWith('*'));
  return named.length === 0 ? ['policy'] : named;
}

/** One model, as clients of OpenAI read it. */
function openAiModel(id: string): object {
  return { id, object: 'model', created: 0, owned_by: 'rstar2-agent' };
}

/** One model, as clients of Anthropic read it. */
function anthropicModel(id: string): object {
  return { type: 'model', id, display_name: id, created_at: '1970-01-01T00:00:00Z' };
}
