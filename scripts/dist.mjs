// npm run dist                        installers for this platform, in release/
// npm run dist -- --unreleasable      an unpacked app in release/unreleasable/, to test the packaging
//               … --targets=deb,rpm   and these packages of it (deb, rpm, tar.gz), on Linux
//               … --as-version=0.0.9  with another version number, to test an update
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { build } from './lib/build.mjs';
import { command, Failure, say } from './lib/command.mjs';
import { provideElectron } from './lib/electron-runtime.mjs';
import { writeChecksums, writeComponentList } from './lib/release-files.mjs';
import { inRepo, readJson, repo } from './lib/repo.mjs';
import { setUpDependencies } from './lib/setup.mjs';

const ARCHIVE = 'tar.gz';

await command(async () => {
  const unreleasable = process.argv.includes('--unreleasable');
  await setUpDependencies();
  const electron = await provideElectron();
  if (!unreleasable) refuseToReleaseWith(electron);
  await build({ force: !unreleasable });
  const targets = targetsIn(process.argv);
  await pack(
    unreleasable ? forTests(electron, wordAfter('--as-version=')) : forRelease(),
    unreleasable ? targets : [],
  );
  if (unreleasable && targets.length === 0) return;
  const folder = inRepo(unreleasable ? 'release/unreleasable' : 'release');
  if (unreleasable && targets.includes(ARCHIVE)) makeArchive(folder);
  await writeComponentList(folder, electron.version);
  const names = await writeChecksums(folder);
  say(`Checksums of ${names.length} files are in ${path.join(folder, 'SHA256SUMS')}.`);
});

/** @param {string} folder with the unpacked app */
function makeArchive(folder) {
  const name = `gatehouse-${readJson(inRepo('package.json')).version}`;
  const renamed = `--transform=s,^linux-unpacked,${name},`;
  const file = path.join(folder, `${name}.tar.gz`);
  execFileSync('tar', ['--create', '--gzip', '--file', file, renamed, 'linux-unpacked'], {
    cwd: folder,
  });
}

/** @param {readonly string[]} words @returns {string[]} */
function targetsIn(words) {
  return wordAfter('--targets=', words)?.split(',') ?? [];
}

/** @param {string} option @param {readonly string[]} words */
function wordAfter(option, words = process.argv) {
  return words.find((word) => word.startsWith(option))?.slice(option.length);
}

/** @typedef {import('./lib/electron-runtime.mjs').Runtime} Runtime */

/** What ships must be what the tests ran on. @param {Runtime} electron */
function refuseToReleaseWith({ version, thirdParty }) {
  const pinned = readJson(inRepo('node_modules/electron/package.json')).version;
  if (!thirdParty && version === pinned) return;
  const origin = thirdParty ? "a third party's copy" : `not the pinned ${pinned}`;
  throw new Failure(
    `No release can be made with the Electron that is installed here: ${version}, ${origin}.`,
    `run it where Electron ${pinned} can be downloaded, after removing node_modules/electron/dist; ` +
      '`npm run dist -- --unreleasable` makes a build to test the packaging.',
  );
}

/** electron-builder's own download, checked against the checksums in Electron's npm package. */
function forRelease() {
  const checksums = readJson(inRepo('node_modules/electron/checksums.json'));
  return { electronDownload: { checksums } };
}

/**
 * Where fpm cannot be downloaded, Debian's own tools make the packages.
 * @param {Runtime} electron @param {string | undefined} asVersion
 */
function forTests({ dist, version }, asVersion) {
  process.env.CUSTOM_FPM_PATH ??= inRepo('scripts/packaging/fpm.mjs');
  return {
    electronDist: dist,
    electronVersion: version,
    directories: { output: 'release/unreleasable' },
    ...(asVersion ? { extraMetadata: { version: asVersion } } : {}),
    linux: { target: 'dir' },
    mac: { target: 'dir', identity: null },
    win: { target: 'dir' },
  };
}

/**
 * @param {object} config added to electron-builder.yml
 * @param {string[]} selected instead of the targets named there
 */
async function pack(config, selected) {
  process.chdir(repo); // hooks in electron-builder.yml are found from here
  const { build: run, Platform } = await import('electron-builder');
  // electron-builder would download 7-Zip for an archive; tar makes it afterwards.
  const names = selected.filter((target) => target !== ARCHIVE);
  const targets = names.length > 0 ? { targets: Platform.LINUX.createTarget(names) } : {};
  await run({ projectDir: repo, publish: 'never', config, ...targets });
}
