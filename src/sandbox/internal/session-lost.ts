import { SandboxError } from '../../base/index.js';

/** A session's state is gone: its interpreter ended, or whoever held it. Nothing brings it back. */
export class SessionLost extends SandboxError {
  constructor(readonly reason: string) {
    super(`the session is lost: ${reason}`);
  }
}
