/** What other rooms need of tinker and no user does. */
export type { TinkerBaseModel } from '../server/options.js';
