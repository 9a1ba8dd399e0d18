import { ExternalError } from '../base/index.js';

export const createGateway = (): Promise<never> =>
  Promise.reject(new ExternalError('createGateway needs Node, Bun or Deno: a browser cannot listen on a port'));
