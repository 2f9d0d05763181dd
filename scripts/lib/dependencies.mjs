import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Failure, say, withProgress } from './command.mjs';
import { isNetworkFailure, npm, npmComplaint } from './npm.mjs';
import { inRepo, readJson, readJsonOr } from './repo.mjs';
import { addToStamp, readStamp } from './stamp.mjs';

/** What Vite, Vitest and Electron's installer need: `require()` of ES modules without a flag. */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Failure(
    `Gatehouse needs Node 20.19 or newer (of the 22 line 22.12 or newer), and this is Node ${version}.`,
    'install a current Node from https://nodejs.org and run the command again.',
  );
}

export async function installDependencies() {
  const wanted = dependencyHash();
  if (readStamp().dependencies === wanted) return;
  if (!installedTreeMatchesLockfile())
    await withProgress('Installing dependencies (npm ci)', npmCi);
  addToStamp({ dependencies: wanted });
}

function dependencyHash() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = readJson(
    inRepo('package.json'),
  );
  return createHash('sha256')
    .update(readFileSync(inRepo('package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides]))
    .update(JSON.stringify([allowScripts, process.platform, process.arch]))
    .digest('hex');
}

/** True after somebody's own `npm ci` or `npm install`, which then need not be done again. */
function installedTreeMatchesLockfile() {
  /** @type {{ packages: Record<string, { version?: string }> }} */
  const none = { packages: {} };
  const installed = readJsonOr(inRepo('node_modules/.package-lock.json'), none).packages;
  return Object.entries(readJson(inRepo('package-lock.json')).packages).every(
    ([folder, entry]) =>
      folder === '' || entry.optional || installed[folder]?.version === entry.version,
  );
}

async function npmCi() {
  const { code, output } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code === 0) return;
  throw new Failure(
    `npm could not install the dependencies: ${npmComplaint(output)}`,
    advice(output),
  );
}

/** @param {string} output */
function advice(output) {
  if (isNetworkFailure(output)) {
    return 'check the network, the proxy and `npm config get registry`, then run the command again.';
  }
  if (/EUSAGE|in sync/.test(output)) {
    return 'run `npm install` once, so that package-lock.json agrees with package.json.';
  }
  if (/EINTEGRITY/.test(output)) {
    return 'do not use what was fetched; run `npm cache verify`, and if it stays so, check the registry.';
  }
  say(output.trim());
  return 'fix what npm reports above, then run the command again.';
}
