// npm run test:world [-- --all | NAME…]
// Tests with the real programs of others. test/world/NAME.world.mjs exports
//   needs         { 'package': 'exact version' }, installed outside our lockfile
//   programs      names of Debian packages whose programs it runs, installed where we may
//   libraries     names of Debian packages that are compiled against or hold other programs, the same
//   allowScripts  names of needs whose install scripts may run (default: none)
//   system        npm's words for packages of another system (default: none)
//   installEnv    what those scripts find in their environment, by what was installed before
//   timeoutMs     default five minutes
//   byDefault     whether it runs when neither --all nor a name is given
//   run(ctx)      ctx: name, home, env, binDir(package), electron, repo, log; it passes when it resolves
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './lib/build.mjs';
import { command, Failure, secondsSince } from './lib/command.mjs';
import { interruptedBy, run } from './lib/processes.mjs';
import { inRepo, repo } from './lib/repo.mjs';
import { setUp } from './lib/setup.mjs';
import { provideLibrary, provideProgram } from './lib/system-programs.mjs';
import { provideWorldPackage } from './lib/world-packages.mjs';

const SUFFIX = '.world.mjs';
const DEFAULT_TIMEOUT_MS = 5 * 60_000;
/** XDG_* and the session bus are left out on purpose: they lead out of the test's HOME. */
const PASSED_ON =
  /^(PATH|LANG|LC_ALL|TERM|TZ|TMPDIR|USER|LOGNAME|SHELL|DISPLAY|XAUTHORITY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|GATEHOUSE_WORLD_CACHE|GATEHOUSE_EDITOR_STEPS|GATEHOUSE_NATIVE_CLIENTS)$/i;

/** @typedef {{ needs?: Record<string, string>, programs?: string[], libraries?: string[], allowScripts?: string[],
 *   system?: string[], installEnv?: (packages: Record<string, string>) => NodeJS.ProcessEnv, timeoutMs?: number, byDefault?: boolean }} WorldModule */
/** @typedef {{ result: 'passed' | 'failed' | 'skipped', why?: string }} Verdict */

await command(async () => {
  const names = await selectedNames(process.argv.slice(2));
  const environment = await setUp({ display: true });
  const totals = { passed: 0, failed: 0, skipped: 0 };
  try {
    await build();
    for (const name of names) {
      const started = performance.now();
      console.log(`\n── ${name}`);
      const { result, why } = await runInOwnHome(name, environment);
      totals[result] += 1;
      console.log(`${result}: ${name}, ${secondsSince(started)}${why ? ` (${why})` : ''}`);
      if (interruptedBy()) break;
    }
  } finally {
    environment.dispose();
  }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return interruptedBy() ?? (totals.failed > 0 ? 1 : 0);
});

/** @param {string[]} wanted */
async function selectedNames(wanted) {
  const names = allNames();
  if (wanted.length === 0) {
    const worlds = await Promise.all(names.map(loadWorld));
    const selected = names.filter((_, at) => worlds[at]?.byDefault);
    const left = names.filter((name) => !selected.includes(name));
    if (left.length > 0) console.log(`With --all also: ${left.join(', ')}.`);
    return selected;
  }
  if (wanted.length === 1 && wanted[0] === '--all') return names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length === 0) return wanted;
  throw new Failure(
    `There is no world test "${unknown.join('", "')}".`,
    `npm run test:world [-- --all | NAME…], where NAME is one of: ${names.join(', ')}.`,
  );
}

function allNames() {
  return readdirSync(inRepo('test/world'))
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .toSorted();
}

/** @param {string} name @returns {Promise<WorldModule>} */
function loadWorld(name) {
  return import(pathToFileURL(fileOf(name)).href);
}

/** @param {string} name */
function fileOf(name) {
  return inRepo('test/world', `${name}${SUFFIX}`);
}

/** @param {string} name @param {import('./lib/setup.mjs').Environment} environment @returns {Promise<Verdict>} */
async function runInOwnHome(name, environment) {
  const file = fileOf(name);
  const home = mkdtempSync(path.join(os.tmpdir(), `gatehouse-world-${name}-`));
  try {
    const world = await loadWorld(name);
    let packages;
    try {
      packages = await installNeeds(world);
    } catch (error) {
      return { result: 'skipped', why: /** @type {Error} */ (error).message };
    }
    return await runChild({ file, home, packages, world, environment });
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {WorldModule} world */
async function installNeeds({ needs = {}, programs = [], libraries = [], ...rest }) {
  const { allowScripts = [], system = [], installEnv = () => ({}) } = rest;
  for (const program of programs) await provideProgram(program);
  for (const library of libraries) await provideLibrary(library);
  /** @type {Record<string, string>} */
  const packages = {};
  for (const [name, version] of Object.entries(needs)) {
    packages[name] = await provideWorldPackage(name, version, {
      allowScripts: allowScripts.filter((allowed) => allowed === name),
      env: installEnv(packages),
      system,
    });
  }
  return packages;
}

/**
 * @param {{ file: string, home: string, packages: Record<string, string>, world: WorldModule,
 *   environment: import('./lib/setup.mjs').Environment }} test
 * @returns {Promise<Verdict>}
 */
async function runChild({ file, home, packages, world, environment }) {
  const passedOn = Object.entries(environment.env).filter(([name]) => PASSED_ON.test(name));
  const env = { ...Object.fromEntries(passedOn), HOME: home };
  const context = { file, home, packages, repo, electron: environment.electron.executable };
  const timeoutMs = world.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const args = [inRepo('scripts/lib/world-child.mjs'), JSON.stringify(context)];
  const { code, timedOut } = await run(process.execPath, args, { env, timeoutMs, sweep: true });
  if (timedOut) return { result: 'failed', why: `not done after ${timeoutMs / 1000} s` };
  return code === 0 ? { result: 'passed' } : { result: 'failed', why: `exit code ${code}` };
}
