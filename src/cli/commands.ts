import type { Command } from './command.js';
import { chatCommand } from './chat/command.js';
import { inspectCommand } from './data/inspect.js';
import { prepareCommand } from './data/prepare.js';
import { entropyCommand } from './entropy/command.js';
import { evalCommand } from './eval/command.js';
import { gatewayCommand } from './gateway/command.js';
import { generateCommand } from './generate/command.js';
import { scheduleCommand } from './schedule/command.js';
import { doctorCommand } from './sandbox/doctor.js';
import { serveCommand } from './sandbox/serve.js';
import { workerCommand } from './sandbox/worker.js';
import { tinkerServeCommand } from './tinker/serve.js';
import { tokensDoctorCommand } from './tokens/doctor.js';
import { verifyCommand } from './verify/command.js';

/** Every command, in the order `--help` lists them. */
export const COMMANDS: readonly Command[] = [
  verifyCommand,
  generateCommand,
  evalCommand,
  entropyCommand,
  chatCommand,
  scheduleCommand,
  serveCommand,
  workerCommand,
  doctorCommand,
  tokensDoctorCommand,
  tinkerServeCommand,
  gatewayCommand,
  prepareCommand,
  inspectCommand,
];
