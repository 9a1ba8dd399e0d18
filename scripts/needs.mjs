/**
 * What the tests need beside Node and the packages of npm, where it is looked for, and the package of Debian and Ubuntu that
 * has it: Python for the sandbox, bubblewrap to contain it, Redis for its queue, g++ for its C++ programs, openssl for its
 * TLS, Chromium for the browser tests, libvulkan for WebGPU in software. And the client libraries that run against the
 * gateway, from the folder with a lockfile of its own.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { BROWSERS } from './chromium.mjs';

const NEEDS = [
  { what: 'python3', apt: 'python3', found: () => onPath('python3') },
  { what: 'bwrap', apt: 'bubblewrap', found: () => onPath('bwrap') },
  { what: 'redis-server', apt: 'redis-server', found: () => onPath('redis-server') },
  { what: 'openssl', apt: 'openssl', found: () => onPath('openssl') },
  { what: 'g++', apt: 'g++', found: () => onPath('g++') },
  { what: 'chromium', apt: 'chromium', found: () => BROWSERS.some((path) => existsSync(path)) },
  // Debian's chromium brings this driver; other builds of the browser do not.
  { what: 'the Vulkan driver of chromium', apt: 'chromium', found: () => existsSync(VULKAN_DRIVER) },
  { what: 'libvulkan.so.1', apt: 'libvulkan1', found: () => hasLibrary('libvulkan.so.1') },
  { what: 'the client libraries of test/clients', folder: 'test/clients', found: () => isInstalled('test/clients') },
];
const VULKAN_DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** What this machine lacks: `apt` names a package, `folder` one with a lockfile. @returns {{ what: string, apt?: string, folder?: string }[]} */
export function missingNeeds() {
  return NEEDS.filter(({ found }) => !found());
}

function onPath(command) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasLibrary(name) {
  const folders = ['/sbin', '/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const ldconfig = folders.map((folder) => join(folder, 'ldconfig')).find((path) => existsSync(path));
  return ldconfig !== undefined && execFileSync(ldconfig, ['-p'], { encoding: 'utf8' }).includes(name);
}

/** Whether a folder has the packages of its lockfile, in these versions. */
function isInstalled(folder) {
  const packages = (file) =>
    JSON.parse(readFileSync(resolve(import.meta.dirname, '..', folder, file), 'utf8')).packages;
  try {
    const installed = packages('node_modules/.package-lock.json');
    return Object.entries(packages('package-lock.json')).every(
      ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
    );
  } catch {
    return false;
  }
}
