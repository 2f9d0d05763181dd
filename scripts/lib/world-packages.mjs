// Programs of others for the world tests: installed once, at pinned versions, outside our lockfile.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withProgress } from './command.mjs';
import { npm, npmComplaint } from './npm.mjs';
import { inRepo } from './repo.mjs';

const INSTALL_MS = 10 * 60_000;
const cache = path.resolve(process.env.GATEHOUSE_WORLD_CACHE ?? inRepo('.cache/world'));

/**
 * @param {string} name
 * @param {string} version
 * @param {{ allowScripts?: string[], env?: NodeJS.ProcessEnv, system?: string[] }} [scripts] the packages whose install scripts
 *   may run, what these find in their environment, and npm's words for another system than this one
 * @returns {Promise<string>} the folder; rejects when the package cannot be installed
 */
export async function provideWorldPackage(
  name,
  version,
  { allowScripts = [], env = {}, system = [] } = {},
) {
  const folder = path.join(cache, `${name.replace('/', '+')}@${version}`);
  const scripts = createHash('sha256').update(allowScripts.join()).digest('hex').slice(0, 12);
  const complete = path.join(folder, `.complete-${scripts}`);
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { [name]: version },
    allowScripts: Object.fromEntries(allowScripts.map((allowed) => [allowed, true])),
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await withProgress(`Installing ${name} ${version}`, async () => {
    await npmOrThrow(
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...system],
      folder,
      process.env,
    );
    const own = allowScripts.filter((one) => existsSync(path.join(folder, 'node_modules', one)));
    if (own.length > 0) await runInstallScripts(own, folder, env);
  });
  writeFileSync(complete, '');
  return folder;
}

/** In a HOME of their own, since some edit the profiles they find. @param {string[]} names @param {string} folder @param {NodeJS.ProcessEnv} env */
async function runInstallScripts(names, folder, env) {
  const HOME = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-install-'));
  try {
    await npmOrThrow(['rebuild', ...names], folder, { ...process.env, ...env, HOME });
  } finally {
    rmSync(HOME, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} env */
async function npmOrThrow(args, cwd, env) {
  const { code, output, timedOut } = await npm(args, { cwd, env, timeoutMs: INSTALL_MS });
  if (code === 0) return;
  const why = timedOut ? `not done after ${INSTALL_MS / 60_000} minutes` : npmComplaint(output);
  throw new Error(`npm ${args[0]} failed: ${why}`);
}
