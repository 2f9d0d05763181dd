// npm run vsix: packs dist/vscode into release/gatehouse-VERSION.vsix. vsce is fetched when it is first
// needed and kept outside our lockfile: nothing of it ships.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './lib/build.mjs';
import { command, Failure, say } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { setUpDependencies } from './lib/setup.mjs';
import { provideWorldPackage } from './lib/world-packages.mjs';

const VSCE = '3.9.2';
/** All that it is made of; what else lies there does not ship. */
const CONTENTS = [
  ...['LICENSE', 'LICENSES.packages.txt', 'extension.cjs', 'media/gatehouse.svg', 'media/icon.png'],
  ...['package.json', 'readme.md', 'running-editor.cjs'],
];

await command(async () => {
  await setUpDependencies();
  await build();
  const folder = inRepo('dist/vscode');
  writeFileSync(path.join(folder, '.vscodeignore'), '**/*.map\n');
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const target = inRepo('release', `${name}-${version}.vsix`);
  mkdirSync(path.dirname(target), { recursive: true });
  const home = await provideWorldPackage('@vscode/vsce', VSCE);
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', target];
  const program = path.join(home, 'node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(process.execPath, [program, ...args], {
    cwd: folder,
    output: 'capture',
  });
  if (code !== 0)
    throw new Failure(`vsce could not pack it: ${output.trim()}`, 'read what it says.');
  await checkContents(program, folder);
  const kilobytes = Math.round(statSync(target).size / 1000);
  say(`Packed ${path.relative(inRepo('.'), target)}, ${kilobytes} KB.`);
  return 0;
});

/** @param {string} program @param {string} folder */
async function checkContents(program, folder) {
  const { output } = await run(process.execPath, [program, 'ls', '--no-dependencies'], {
    cwd: folder,
    output: 'capture',
  });
  const packed = output.trim().split('\n').toSorted().join(', ');
  const wanted = CONTENTS.toSorted().join(', ');
  if (packed === wanted) return;
  throw new Failure(`The package holds ${packed}.`, `It should hold ${wanted}.`);
}
