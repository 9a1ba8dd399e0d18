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
 * @param {Map<string, string>} names As `moduleNames` gives them.
 * @returns {Promise<Map<string, string>>} Markdown by its path below `api/`: `rollout/functions/runRollouts.md`.
 * @throws Error with typedoc's messages where a comment is missing or leads nowhere.
 */
export async function referencePages(names) {
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
    const pages = paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]);
    return new Map(
      pages.map(([path, markdown]) => [path, path === 'index.md' ? firstPage(names) : titled(path, markdown, names)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The page of a module is named as it is imported. */
function titled(path, markdown, names) {
  const name = path.endsWith('/index.md') ? names.get(path.replace('/index.md', '')) : undefined;
  return name === undefined ? markdown : markdown.replace(/^# .*$/m, () => `# ${name}`);
}

function firstPage(names) {
  const items = [...names].map(([folder, name]) => `- [${name}](${folder}/index.md)`);
  return `# API reference\n\nEvery public name of the package, from its doc comment, by what it is imported from.\n\n${items.join('\n')}\n`;
}

/** @returns {Map<string, string>} What a module of the reference is imported from, by its folder: `rollout` is `rstar2-agent/rollout`. */
export function moduleNames() {
  const doors = Object.entries(publicDoors()).map(([subpath, file]) => [
    file.replace(/(\/index)?\.ts$/, ''),
    `rstar2-agent${subpath.slice(1)}`,
  ]);
  return new Map([...doors, ...PURE.map((room) => [room, `rstar2-agent: types of ${room}`])]);
}
