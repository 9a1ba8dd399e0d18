import type { Command } from './command.js';
import { verifyCommand } from './verify/command.js';

/** Every command, in the order `--help` lists them. */
export const COMMANDS: readonly Command[] = [verifyCommand];
