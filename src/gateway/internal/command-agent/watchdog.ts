import type { ChildProcess } from 'node:child_process';
import type { NodeModules } from './node-modules.js';

/**
 * Reads `+ GROUP` and `- GROUP`, a line each. At the end of its input, which comes with the end of the process that writes it, however that ends,
 * it ends the groups that are left.
 */
const SCRIPT = `
groups=' '
while read -r change group; do
  case $change in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
`;

let watchdog: ChildProcess | undefined;
const groups = new Set<number>();

/** Starts the shell that ends groups when this process ends, also where it is killed. One shell watches for all groups, while there are any. */
export function startWatchdog({ processes }: NodeModules): void {
  if (watchdog !== undefined) return;
  // In a group of its own: Ctrl-C in a terminal reaches the whole group of the terminal.
  const started = processes.spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const lost = () => {
    if (watchdog === started) watchdog = undefined;
  };
  // Without a shell, or one process more, programs run unwatched.
  started.on('error', lost).on('exit', lost);
  started.stdin.on('error', lost);
  started.unref();
  (started.stdin as { unref?: () => void }).unref?.();
  watchdog = started;
  for (const running of groups) started.stdin.write(`+ ${running}\n`);
}

/** Has the watchdog end a process group when this process ends. @returns A function that ends the watch. */
export function endWithThisProcess(group: number, modules: NodeModules): () => void {
  startWatchdog(modules);
  groups.add(group);
  watchdog!.stdin!.write(`+ ${group}\n`);
  return () => {
    groups.delete(group);
    watchdog?.stdin!.write(`- ${group}\n`);
    if (groups.size > 0) return;
    watchdog?.stdin!.end();
    watchdog = undefined;
  };
}
