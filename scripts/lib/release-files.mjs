// What goes beside the packages of a release: a list of all components, and checksums.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { inRepo, readJson, repo } from './repo.mjs';

/**
 * CycloneDX, by npm. Electron is a development dependency for npm, and still ships.
 * @param {string} folder @param {string} electronVersion
 */
export async function writeComponentList(folder, electronVersion) {
  const { version } = readJson(inRepo('package.json'));
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: repo,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const list = JSON.parse(stdout);
  list.components.push({
    'bom-ref': `electron@${electronVersion}`,
    type: 'framework',
    name: 'electron',
    version: electronVersion,
    purl: `pkg:npm/electron@${electronVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  });
  const file = path.join(folder, `gatehouse-${version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
}

/** As sha256sum writes and checks them. @param {string} folder */
export async function writeChecksums(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isReleased(entry.name))
    .map(({ name }) => name)
    .toSorted();
  let text = '';
  for (const name of names) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path.join(folder, name)), hash);
    text += `${hash.digest('hex')}  ${name}\n`;
  }
  writeFileSync(path.join(folder, 'SHA256SUMS'), text);
  return names;
}

/** Not the notes that electron-builder leaves. @param {string} name */
const isReleased = (name) => name !== 'SHA256SUMS' && !/^builder-.*\.ya?ml$/.test(name);
