// npm run vsix: packs dist/vscode into release/gatehouse-VERSION.vsix. vsce is fetched when it is first
// needed and kept outside our lockfile: nothing of it ships.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './lib/build.mjs';
import { command, Failure, say } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { setUpDependencies } from './lib/setup.mjs';
import { provideWorldPackage } from './lib/world-packages.mjs';

const VSCE = '3.9.2';

await command(async () => {
  await setUpDependencies();
  await build();
  const folder = inRepo('dist/vscode');
  writeFileSync(path.join(folder, '.vscodeignore'), '**/*.map\n');
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const target = inRepo('release', `${name}-${version}.vsix`);
  mkdirSync(path.dirname(target), { recursive: true });
  const home = await provideWorldPackage('@vscode/vsce', VSCE, []);
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', target];
  const program = path.join(home, 'node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(process.execPath, [program, ...args], {
    cwd: folder,
    output: 'capture',
  });
  if (code !== 0)
    throw new Failure(`vsce could not pack it: ${output.trim()}`, 'read what it says.');
  say(`Packed ${path.relative(inRepo('.'), target)}.`);
  return 0;
});
