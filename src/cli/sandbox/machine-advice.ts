import { existsSync, readFileSync } from 'node:fs';

/** Reads from the system why full isolation is not available, and returns what to do. */
export function machineAdvice(missing: readonly string[]): string[] {
  const text = missing.join('\n');
  const advice: string[] = [];
  if (/bwrap: .*No such file|spawn bwrap/.test(text)) advice.push('Install bubblewrap: apt-get install bubblewrap');
  if (setting('kernel/unprivileged_userns_clone') === '0') {
    advice.push('User namespaces are switched off: sysctl -w kernel.unprivileged_userns_clone=1');
  }
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    advice.push(
      'AppArmor denies user namespaces to programs without a profile (Ubuntu 23.10 and later): ' +
        'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or add a profile for bwrap',
    );
  }
  if (setting('user/max_user_namespaces') === '0') {
    advice.push('The limit of user namespaces is 0: sysctl -w user.max_user_namespaces=15000');
  }
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) {
    advice.push(
      'This seems to be a container. Start it as an ordinary user with --security-opt seccomp=unconfined ' +
        '--security-opt apparmor=unconfined --security-opt systempaths=unconfined, or as root with ' +
        '--cap-add SYS_ADMIN --cap-add NET_ADMIN (reasons: docs/sandbox-deployment.md)',
    );
  }
  return advice;
}

function setting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
