import type { IsolationReport } from '../../../../base/index.js';
import { errorMessage } from '../../../../base/internal/index.js';
import { SandboxError } from '../../../../base/index.js';
import type { LaunchOptions } from './launch.js';
import { rootTree } from './root-tree.js';
import { bubblewrap, seccomp, uncontained, unshare } from './mechanisms.js';
import type { Mechanism } from './mechanisms.js';
import type { LocalSandboxOptions, MechanismName } from '../../options.js';
import { ForkServer } from '../server/fork-server.js';

/** A mechanism that works, with the server that it was tried with. */
export interface Probed {
  readonly mechanism: Mechanism;
  readonly server: ForkServer;
  readonly report: IsolationReport;
}

/** The mechanisms that contain a fork server. */
type ForkMechanismName = Exclude<MechanismName, 'wasm'>;

const MECHANISMS: Readonly<Record<ForkMechanismName, Mechanism>> = { bubblewrap, unshare, seccomp };

export function isOfForkServer(name: MechanismName): name is ForkMechanismName {
  return name !== 'wasm';
}

/**
 * Starts a server by each allowed mechanism in turn, until one gives full isolation.
 *
 * @returns The first mechanism that gives full isolation; else, for `auto`, the first that works.
 * @throws SandboxError that says what each mechanism lacks.
 */
export async function strongest(
  isolation: NonNullable<LocalSandboxOptions['isolation']>,
  allowed: readonly ForkMechanismName[],
  options: () => LaunchOptions,
): Promise<Probed> {
  if (isolation === 'none') return attempt(uncontained, options());
  let best: Probed | undefined;
  const lacks: string[] = [];
  for (const name of allowed) {
    try {
      const probed = await attempt(MECHANISMS[name], options());
      if (probed.report.level === 'full') {
        await best?.server.close();
        return probed;
      }
      lacks.push(...probed.report.missing.map((what) => `${name}: ${what}`));
      if (best === undefined && isolation === 'auto') best = probed;
      else await probed.server.close();
    } catch (error) {
      lacks.push(`${name}: ${errorMessage(error)}`);
    }
  }
  if (best === undefined) {
    throw new SandboxError(`options.isolation: '${isolation}' is not available here: ${lacks.join('; ')}`);
  }
  if (allowed.some((name) => MECHANISMS[name].level === 'full')) warn(best.report.mechanism);
  return { ...best, report: { ...best.report, missing: lacks } };
}

/** Warns once if isolation is not full, because few callers read the report. */
function warn(mechanism: string): void {
  process.emitWarning(
    `programs are only partly isolated, by ${mechanism}, because namespaces are not available here. ` +
      "Set isolation: 'full' to refuse this; run 'rstar2-agent sandbox doctor' to see what is missing.",
    { type: 'SandboxWarning', code: 'RSTAR2_PARTIAL' },
  );
}

/** Modules that programs do not find, which does not weaken the isolation. */
function hiddenFolders({ interpreter, readOnlyPaths }: LaunchOptions): string[] {
  const { hidden } = rootTree(interpreter, readOnlyPaths);
  return hidden.map(
    (path) => `modules of ${path}: hidden from programs, because the folder has other files than libraries`,
  );
}

async function attempt(mechanism: Mechanism, options: LaunchOptions): Promise<Probed> {
  const server = await ForkServer.start(mechanism.launch(options));
  try {
    const missing = [...mechanism.missing, ...(await server.ready).missing];
    const level = mechanism.level === 'full' && missing.length > 0 ? 'partial' : mechanism.level;
    if (mechanism.level !== 'none') missing.push(...hiddenFolders(options));
    return { mechanism, server, report: { level, mechanism: mechanism.name, missing } };
  } catch (error) {
    await server.close();
    throw error;
  }
}
