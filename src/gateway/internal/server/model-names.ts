import type { GatewayModel, GatewayModels } from '../../gateway-models.js';

/** @returns Who answers requests for a model: the policy, trained, where nothing is said of the name. */
export function findModel(models: GatewayModels, name: string | undefined): GatewayModel {
  if (name === undefined) return 'trained';
  if (Object.hasOwn(models, name)) return models[name]!;
  const [longest] = Object.keys(models)
    .filter((pattern) => pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? 'trained' : models[longest]!;
}
