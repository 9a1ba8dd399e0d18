/** What the command line needs of evaluations and no user does. */
export { settingsApart } from '../evaluation-results.js';
