/** Starts a sandbox in which programs run that end with nobody's help, says so, and waits to be killed. */
import { createLocalSandbox } from '../../../src/sandbox/index.js';

const [mechanism, uid, python = 'python3'] = process.argv.slice(2);
if (uid !== undefined && uid !== '') {
  process.setgroups!([]);
  process.setgid!(Number(uid));
  process.setuid!(Number(uid));
}
const sandbox = await createLocalSandbox({
  concurrency: 2,
  python,
  mechanisms: [mechanism as 'bubblewrap' | 'unshare' | 'seccomp'],
});
const code = `
import os, time
open('here', 'w').write('x')
for _ in range(10):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(50.25)
        os._exit(0)
time.sleep(50.25)`;
void sandbox.run({ code, limits: { wallMs: 60_000 } });
setTimeout(() => console.log('running'), 500);
setInterval(() => {}, 1000);
