/** `--import` this, and `@tensorflow/tfjs-node` is the one that `npm run test:native` has built. */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

const url = JSON.stringify(pathToFileURL(`${process.env['RSTAR2_NATIVE']}/dist/index.js`).href);
const hook = `export const resolve = (name, context, next) =>
  name === '@tensorflow/tfjs-node' ? { url: ${url}, format: 'commonjs', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
