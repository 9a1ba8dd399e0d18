import { existsSync, readFileSync } from 'node:fs';

/** What this machine says about why programs cannot be contained fully, and what to do about it. */
export function machineAdvice(missing: readonly string[]): string[] {
  const text = missing.join('\n');
  const advice: string[] = [];
  if (/bwrap: .*No such file|spawn bwrap/.test(text)) advice.push('Install bubblewrap: apt-get install bubblewrap');
  if (setting('kernel/unprivileged_userns_clone') === '0') {
    advice.push('User namespaces are switched off: sysctl -w kernel.unprivileged_userns_clone=1');
  }
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    advice.push(
      'AppArmor keeps user namespaces from programs it does not know (Ubuntu 23.10 and later): ' +
        'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or a profile for bwrap',
    );
  }
  if (setting('user/max_user_namespaces') === '0') {
    advice.push('No user namespace may be made: sysctl -w user.max_user_namespaces=15000');
  }
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) {
    advice.push(
      'This may be a container. Start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined ' +
        '--security-opt systempaths=unconfined and an ordinary user, or as root with --cap-add SYS_ADMIN ' +
        '--cap-add NET_ADMIN (docs/sandbox-deployment.md says why)',
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
