// npm run dist                        installers for this platform, in release/
// npm run dist -- --unreleasable      an unpacked app in release/unreleasable/, to test the packaging
import { build } from './lib/build.mjs';
import { command, Failure } from './lib/command.mjs';
import { provideElectron } from './lib/electron-runtime.mjs';
import { inRepo, readJson, repo } from './lib/repo.mjs';
import { setUpDependencies } from './lib/setup.mjs';

await command(async () => {
  const unreleasable = process.argv.includes('--unreleasable');
  await setUpDependencies();
  const electron = await provideElectron();
  if (!unreleasable) refuseToReleaseWith(electron);
  await build({ force: !unreleasable });
  await pack(unreleasable ? forTests(electron) : forRelease());
});

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

/** @param {Runtime} electron */
function forTests({ dist, version }) {
  return {
    electronDist: dist,
    electronVersion: version,
    directories: { output: 'release/unreleasable' },
    linux: { target: 'dir' },
    mac: { target: 'dir', identity: null },
    win: { target: 'dir' },
  };
}

/** @param {object} config added to electron-builder.yml */
async function pack(config) {
  process.chdir(repo); // hooks in electron-builder.yml are found from here
  const { build: run } = await import('electron-builder');
  await run({ projectDir: repo, publish: 'never', config });
}
