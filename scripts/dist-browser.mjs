// npm run dist:browser                the browser extension as release/gatehouse-browser-VERSION.zip
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
  const files = names.map((name) => ({
    name: name.replaceAll(path.sep, '/'),
    bytes: readFileSync(path.join(folder, name)),
  }));
  const { version } = readJson(inRepo('package.json'));
  const archive = inRepo(`release/gatehouse-browser-${version}.zip`);
  mkdirSync(path.dirname(archive), { recursive: true });
  writeFileSync(archive, zip(files));
  console.log(`${path.relative(inRepo('.'), archive)}: ${files.length} files`);
  return 0;
});
