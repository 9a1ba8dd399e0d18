/** Variables that programs get of this process: what they need to run, and no secret. */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
];

/** The sessions' servers are on loopback, where no proxy can reach them. */
const UNPROXIED = '127.0.0.1,localhost,::1';

/** Names of variables and their values; undefined takes a variable away. */
export type Environment = { readonly [name: string]: string | undefined };

/**
 * The environment of a program: a few variables of this process, then the caller's, then the addresses of the rollout, which nothing replaces.
 *
 * @param of - The environment of this process.
 */
export function programEnvironment(
  of: Environment,
  asked: Environment,
  addresses: Environment,
): Record<string, string> {
  const noProxy = [UNPROXIED, asked['NO_PROXY'] ?? asked['no_proxy']].filter(Boolean).join(',');
  const variables: Environment = {
    ...Object.fromEntries(INHERITED.map((name) => [name, of[name]])),
    // Claude Code begins its system message with a line that differs from request to request, unless this is set.
    CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
    ...asked,
    ...addresses,
    // Some programs read one of the two, some the other.
    NO_PROXY: noProxy,
    no_proxy: noProxy,
  };
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
