// Packs a stand-in app with the real configuration, scripts and hooks, in a folder of its own.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUSES, readFuses, wrongFuses } from '../../config/fuses.mjs';
import { beforePack } from '../../config/pack-hooks.mjs';
import { copyTools, toolsOf } from '../../config/tools.mjs';

const repo = path.resolve(import.meta.dirname, '../..');
const project = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-packaging-'));
const inProject = (...parts: string[]): string => path.join(project, ...parts);
const executable = inProject('release/unreleasable/linux-unpacked/gatehouse');

// These tests run on Electron's Node, to whose fs an .asar is a folder unless told otherwise.
Object.assign(process, { noAsar: true });

beforeAll(async () => {
  const real = ['package.json', 'package-lock.json', 'electron-builder.yml', 'config', 'resources'];
  for (const name of [...real, 'LICENSE', 'scripts', 'src'])
    cpSync(path.join(repo, name), inProject(name), { recursive: true });
  cpSync(path.join(import.meta.dirname, 'stand-in-main.ts'), inProject('src/main/main.ts'));
  symlinkSync(path.join(repo, 'node_modules'), inProject('node_modules'));
  write('scripts/lib/build.mjs', 'export async function build() {}');
  write('dist/.stamp', '');
  write('dist/node_modules/stray/index.js', '');
  await buildParts();
  write('dist/cli/gatehouse.js', '');
}, 60_000);
afterAll(() => rmSync(project, { recursive: true, force: true }), 60_000);

describe('a release', () => {
  it('is refused with a third-party runtime, even one of the right version', async () => {
    const { version } = readJson('node_modules/electron/package.json') as { version: string };
    const refusal = await dist([], fakeRuntime({ version, thirdParty: true }));
    expect(refusal).toMatchObject({ code: 1 });
    expect(refusal.output).toContain(`${version}, a third party's copy`);
    expect(existsSync(inProject('release'))).toBe(false);
  });

  it('is refused with another version than the pinned one', async () => {
    const refusal = await dist([], fakeRuntime({ version: '1.2.3', thirdParty: false }));
    expect(refusal).toMatchObject({ code: 1 });
    expect(refusal.output).toContain('1.2.3, not the pinned');
  });

  it('is refused by the configuration itself when Electron comes from a folder', async () => {
    const packing = { outDir: inProject('release'), packager: { config: { electronDist: '/x' } } };
    await expect(beforePack(packing)).rejects.toThrow('must not be packed for a release');
  });

  it('is refused when the configuration would flip fuses behind our back', async () => {
    const packing = { outDir: inProject('release'), packager: { config: { electronFuses: {} } } };
    await expect(beforePack(packing)).rejects.toThrow('config/fuses.mjs');
  });
});

describe('the fuses that were read back', () => {
  it('are wrong in an Electron that nobody has burnt them into', async () => {
    const wrong = wrongFuses(await readFuses(process.execPath));
    expect(wrong).toContain('RunAsNode is true, not false');
  });

  it('are wrong when one is flipped, missing or unknown', () => {
    expect(wrongFuses(FUSES)).toEqual([]);
    expect(wrongFuses({ ...FUSES, RunAsNode: true })).toEqual(['RunAsNode is true, not false']);
    expect(wrongFuses({ ...FUSES, OnlyLoadAppFromAsar: undefined })).toHaveLength(1);
    expect(wrongFuses({ ...FUSES, 'fuse 9': true })).toEqual(['fuse 9 is true, not undefined']);
  });
});

describe.runIf(process.platform === 'linux')('an unreleasable package', () => {
  beforeAll(async () => {
    const { code, output } = await dist(['--unreleasable'], {});
    if (code !== 0) throw new Error(output);
  }, 60_000);

  it('H4 has exactly the fuses of config/fuses.mjs', async () => {
    expect(await readFuses(executable)).toEqual(FUSES);
  });

  it('holds the built app and the tray icons, and nothing else', () => {
    const files = filesInAsar(path.join(path.dirname(executable), 'resources/app.asar'));
    const others = files.filter((file) => !file.startsWith('resources/tray/'));
    const grammar = ['dist/main/tree-sitter-bash.wasm', 'dist/main/web-tree-sitter.wasm'];
    // What the workbench loads only when it is needed lies beside it.
    const isPart = (file: string): boolean => /^dist\/workbench\/[^/]+\.js$/.test(file);
    expect(others.filter(isPart)).toContain('dist/workbench/workbench.js');
    expect(others.filter((file) => !isPart(file))).toEqual([
      'dist/main/main.js',
      ...grammar,
      'package.json',
    ]);
    expect(files).toContain('resources/tray/asking-more@2x.png');
  });

  it('passes on its licence and those of the packages that are in it', () => {
    const beside = (name: string): string =>
      readFileSync(path.join(path.dirname(executable), name), 'utf8');
    expect(beside('LICENSE.txt')).toBe(readFileSync(path.join(repo, 'LICENSE'), 'utf8'));
    const licences = beside('LICENSES.packages.txt');
    const { version } = readJson('node_modules/zod/package.json') as { version: string };
    expect(licences).toContain(`\nzod ${version}\n\nMIT License\n\nCopyright (c)`);
    expect(licences).toMatch(/^ws \d/m);
    expect(licences).not.toMatch(/^vite \d/m);
  });

  it('speaks English only', () => {
    const locales = path.join(path.dirname(executable), 'locales');
    expect(readdirSync(locales)).toEqual(['en-GB.pak', 'en-US.pak']);
  });

  it('starts, and is no Node for whoever asks it to be', async () => {
    const args = ['--ozone-platform=headless', '--no-sandbox', '--password-store=basic'];
    const env = { ELECTRON_RUN_AS_NODE: '1', HOME: project };
    const { code, output } = await run(executable, [...args, '-p', '"I am Node"'], env);
    expect(output).toContain('the app started');
    expect(output).not.toContain('I am Node');
    expect(code).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('the tools of a package', () => {
  const modules = path.join(path.dirname(executable), 'resources/tools/node_modules');

  it('are those of its own system, and no more than what runs', () => {
    const files = readdirSync(modules, { recursive: true, withFileTypes: true });
    const packages = new Set(
      files.filter(({ name }) => name === 'package.json').map(({ parentPath }) => parentPath),
    );
    const { platform, arch } = process;
    const named = toolsOf({ platform, arch }).map(({ name }) => path.join(modules, name));
    expect([...packages].filter((one) => !one.includes('typeshed')).toSorted()).toEqual(
      named.toSorted(),
    );
    expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([]);
    const bytes = files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size)
      .reduce((sum, size) => sum + size, 0);
    expect(bytes / 1024 / 1024).toBeLessThan(75);
  });

  it('are refused where one is missing, with what to do', () => {
    const target = { platform: 'darwin', arch: 'riscv' };
    expect(() => copyTools(target, project, inProject('nowhere'))).toThrow(
      '@lydell/node-pty-darwin-riscv is not installed. For a package of another system',
    );
  });

  it('really run: ripgrep, the watcher, a pty, grammars, TypeScript and Pyright', async () => {
    write('work/a.ts', "export const needle: number = 'text';\n");
    write('work/b.py', 'x: int = "text"\n');
    const args = ['--ozone-platform=headless', '--no-sandbox', '--password-store=basic'];
    const env = { HOME: project, TRY_TOOLS_IN: realpathSync(inProject('work')) };
    const { code, output } = await run(executable, args, env);
    const lines = [...output.matchAll(/^TOOL (.*)$/gm)].map(([, line = '']) => line);
    const tried = lines.map((line) => JSON.parse(line) as [string, unknown]);
    expect([code, Object.fromEntries(tried)]).toMatchObject([
      0,
      {
        found: { matches: [{ preview: expect.stringContaining('needle') }] },
        watch: { watch_id: expect.any(String) },
        syntax: { language: 'typescript', nodes: expect.arrayContaining([expect.anything()]) },
        typescript: { diagnostics: [{ code: '2322', severity: 'error' }] },
        python: { diagnostics: [{ source: 'Pyright', severity: 'error' }] },
        terminal: { exited: true, exit_code: 0, data: expect.stringContaining('/dev/pts/') },
      },
    ]);
  }, 90_000);
});

describe.runIf(process.platform === 'linux')('the command line of a package', () => {
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const env = { HOME: project, GATEHOUSE_DATA_DIR: inProject('data'), DISPLAY: '' };
  const gatehouse = (...words: string[]) => run(executable, [...switches, ...words], env);

  it('runs on the binary itself, without a display and without the app', async () => {
    const status = await gatehouse('status', '--json');
    expect(status.code).toBe(3);
    expect(status.output).toContain('"code":"not-running"');
    expect(status.output).not.toContain('the app started');
    expect(existsSync(inProject('data'))).toBe(false);
  });

  it('knows itself, its help and its exit codes', async () => {
    const { version } = readJson('package.json') as { version: string };
    expect((await gatehouse('--version')).output).toContain(version);
    expect((await gatehouse('log', '--help')).output).toContain('--follow');
    expect(await gatehouse('dance')).toMatchObject({ code: 2 });
  });

  it('passes MCP over its pipes and ends when they end', async () => {
    const { code, output } = await gatehouse('stdio', '--no-start');
    expect([code, output]).toEqual([0, expect.stringContaining('Gatehouse is not running')]);
  });
});

/** By the real recipe, with the real command line and workbench, and a stand-in for the app. */
async function buildParts(): Promise<void> {
  const script = `
    const { build } = await import('vite');
    const { parts } = await import('./config/vite.mjs');
    for (const entry of ['main/entry.ts', 'workbench/entry.ts', 'workbench/language/language-worker.ts'])
      await build(parts.find(({ build }) => String(build.rolldownOptions.input).endsWith(entry)));`;
  write('build-parts.mjs', script);
  const made = await run(process.execPath, ['build-parts.mjs'], { ELECTRON_RUN_AS_NODE: '1' });
  if (made.code !== 0) throw new Error(made.output);
}

function write(name: string, text: string): void {
  mkdirSync(path.dirname(inProject(name)), { recursive: true });
  writeFileSync(inProject(name), text);
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(inProject(name), 'utf8'));

function fakeRuntime(made: { version: string; thirdParty: boolean }): Record<string, string> {
  const folder = `runtime-${made.version}`;
  for (const name of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']) {
    write(`${folder}/${name}`, '');
  }
  write(`${folder}/version`, made.version);
  if (made.thirdParty) write(`${folder}/THIRD_PARTY_RUNTIME.json`, '{}');
  return { ELECTRON_OVERRIDE_DIST_PATH: inProject(folder) };
}

const dist = (args: string[], env: Record<string, string>) =>
  run(process.execPath, [inProject('scripts/dist.mjs'), ...args], {
    ...env,
    ELECTRON_RUN_AS_NODE: '1',
    ELECTRON_NO_ASAR: '1',
  });

function run(program: string, args: string[], env: Record<string, string>) {
  const options = { cwd: project, env: { ...process.env, ...env }, timeout: 60_000 };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

/** An asar begins with four lengths, of which the last is that of the JSON that follows. */
function filesInAsar(archive: string): string[] {
  const bytes = readFileSync(archive);
  const header = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Folder;
  return filesIn(header, '').toSorted();
}

interface Folder {
  files?: Record<string, Folder>;
}

const filesIn = (folder: Folder, at: string): string[] =>
  Object.entries(folder.files ?? {}).flatMap(([name, entry]) =>
    entry.files ? filesIn(entry, `${at}${name}/`) : [`${at}${name}`],
  );
