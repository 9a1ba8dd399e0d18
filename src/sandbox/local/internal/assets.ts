import { packageFolder } from '../../../io/index.js';

/** The folder of the Python files that come with the package. */
export const PYTHON_FOLDER = packageFolder('sandbox', 'python');
