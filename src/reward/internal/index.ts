/** What other rooms need of reward and no user does. */
export type { Grader } from './graders.js';
