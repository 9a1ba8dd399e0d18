/** The API reference: typedoc reads the doc comments of every public name, and gives Markdown that the site renders like a guide. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, TSConfigReader } from 'typedoc';
import config from '../../typedoc.config.mjs';
import { PURE, publicDoors } from '../layout.mjs';

const MARKDOWN = {
  router: 'member',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'list',
};

/**
 * @returns {Promise<Map<string, string>>} Markdown by its path below `api/`: `rollout/functions/runRollouts.md`.
 * @throws Error with typedoc's messages where a comment is missing or leads nowhere.
 */
export async function referencePages() {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-agent-api-'));
  try {
    // typedoc.config.mjs is not read again: its list of plugins would take the place of this one.
    const application = await Application.bootstrapWithPlugins(
      { ...config, ...MARKDOWN, plugin: [...config.plugin, 'typedoc-plugin-markdown'], out: folder },
      [new TSConfigReader()],
    );
    const project = await application.convert();
    if (project === undefined || application.logger.hasErrors()) throw new Error('typedoc failed');
    await application.generateOutputs(project);
    if (application.logger.hasErrors() || application.logger.hasWarnings()) throw new Error('typedoc failed');
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
    return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Map<string, string>} What a module of the reference is imported from, by its folder: `rollout` is `rstar2-agent/rollout`. */
export function moduleNames() {
  const doors = Object.entries(publicDoors()).map(([subpath, file]) => [
    file.replace(/(\/index)?\.ts$/, ''),
    `rstar2-agent${subpath.slice(1)}`,
  ]);
  return new Map([...doors, ...PURE.map((room) => [room, `rstar2-agent: types of ${room}`])]);
}
