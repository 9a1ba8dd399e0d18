import { WireError } from '../../wire/index.js';

/** Fields of the results of other requests: the result of a request that changes a model has none of them. */
const FOREIGN = ['loss_fn_outputs', 'sequences'];
const KINDS = [
  ...['create_model', 'unload_model', 'optim_step', 'save_weights', 'load_weights'],
  ...['save_weights_for_sampler', 'forward', 'forward_backward', 'asample', 'sample'],
];

/**
 * Looks whether a result can be that of a request.
 *
 * @param path - Of the route: `/api/v1/optim_step`.
 * @param modelId - The request's; undefined where it makes the model.
 * @throws WireError for the result of a request of another kind, or of another model.
 */
export function requireOwnResult(json: unknown, path: string, modelId: string | undefined): void {
  if (typeof json !== 'object' || json === null) return;
  const { type, model_id } = json as { readonly type?: unknown; readonly model_id?: unknown };
  const kind = path.split('/').at(-1)!;
  const foreign = FOREIGN.find((field) => field in json);
  if (foreign !== undefined) throw new WireError(foreign, `expected none in the result of ${kind}`);
  if (typeof type === 'string' && type !== kind && KINDS.includes(type))
    throw new WireError('type', `expected ${kind}, got ${type}`);
  requireOwnModel(model_id, modelId);
}

/** @throws WireError for another model than was asked for. */
export function requireOwnModel(got: unknown, modelId: string | undefined): void {
  if (modelId !== undefined && typeof got === 'string' && got !== modelId)
    throw new WireError('model_id', `expected ${JSON.stringify(modelId)}, got ${JSON.stringify(got.slice(0, 64))}`);
}
