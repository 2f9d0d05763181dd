// npm run dist:browser    the browser extension as release/gatehouse-{chromium,firefox}-VERSION.zip
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest } from '../config/browser-manifest.mjs';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { inRepo, readJson } from './lib/repo.mjs';
import { setUpDependencies } from './lib/setup.mjs';
import { zip } from './lib/zip.mjs';

await command(async () => {
  await setUpDependencies();
  await build();
  const folder = inRepo('dist/browser-extension');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
  const { version } = readJson(inRepo('package.json'));
  for (const family of /** @type {const} */ (['chromium', 'firefox'])) {
    const own = Buffer.from(`${JSON.stringify(manifest(version, family), null, 2)}\n`);
    const files = names.map((name) => ({
      name: name.replaceAll(path.sep, '/'),
      bytes: name === 'manifest.json' ? own : readFileSync(path.join(folder, name)),
    }));
    const archive = inRepo(`release/gatehouse-${family}-${version}.zip`);
    mkdirSync(path.dirname(archive), { recursive: true });
    writeFileSync(archive, zip(files));
    console.log(`${path.relative(inRepo('.'), archive)}: ${files.length} files`);
  }
  return 0;
});
