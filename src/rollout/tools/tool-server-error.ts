import { ExternalError } from '../../base/index.js';

/** A server of tools failed: it did not start, went away, or does not speak its protocol. */
export class ToolServerError extends ExternalError {}
