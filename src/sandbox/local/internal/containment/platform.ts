/**
 * The fork server needs Linux for isolation, and Node: in other runtimes a socket over an inherited pipe never emits, or cannot be
 * released, so that the end of a program would never be seen.
 *
 * @returns Why it cannot be started here, and what would help; undefined where it can.
 */
export function platformRefusal(platform: NodeJS.Platform): string | undefined {
  const other = ['Bun', 'Deno'].find((name) => name in globalThis);
  const elsewhere = '(`npx rstar2-agent sandbox serve`) and use createCodeJudgeSandbox here';
  if (other !== undefined) {
    return `the local sandbox's fork server runs in Node.js only, and this is ${other}: serve it from Node ${elsewhere}`;
  }
  if (platform !== 'linux') {
    return (
      `programs can be contained fully on Linux only, and this is ${platform}: run this in a Linux container or virtual ` +
      `machine, or serve it from there ${elsewhere}`
    );
  }
  return undefined;
}
