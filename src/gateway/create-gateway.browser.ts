import { ExternalError } from '../base/index.js';

export const createGateway = (): Promise<never> =>
  Promise.reject(
    new ExternalError('createGateway listens on a port, which needs Node, Bun or Deno: a browser has none'),
  );
