// npm run faults -- NAME [COUNT] [--json]
// A fault is faults/NAME.fault.mjs and exports run({ count, report }): it does to the product what
// the world may do, many times. It reports { name, ok, ...figures }, or a line on how far it is.
// It runs on Electron's own Node.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { command, Failure, say } from './lib/command.mjs';
import { interruptedBy, run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { setUp } from './lib/setup.mjs';

const SUFFIX = '.fault.mjs';

await command(async () => {
  const words = process.argv.slice(2);
  const asJson = words.includes('--json');
  const [name, count] = words.filter((word) => !word.startsWith('--'));
  const file = faultFile(name);
  if (process.versions.electron) return inside(file, countIn(count), asJson);
  countIn(count);
  const { electron, env, dispose } = await setUp({ display: false });
  try {
    const self = fileURLToPath(import.meta.url);
    const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
    return (await run(electron.executable, [self, ...words], { env: asNode })).code;
  } finally {
    dispose();
  }
});

/** @param {string} file @param {number | undefined} count @param {boolean} asJson */
async function inside(file, count, asJson) {
  const fault = await import(pathToFileURL(file).href);
  let failed = 0;
  const report = (/** @type {string | { name: string, ok: boolean }} */ result) => {
    if (typeof result === 'string') {
      say(result);
      return;
    }
    if (!result.ok) failed += 1;
    console.log(asJson ? JSON.stringify(result) : inWords(result));
  };
  await fault.run({ count, report });
  return interruptedBy() ?? (failed === 0 ? 0 : 1);
}

/** @param {{ name: string, ok: boolean } & Record<string, unknown>} result */
function inWords({ name, ok, ...facts }) {
  const said = Object.entries(facts).map(([fact, value]) => `${fact} ${wordOf(value)}`);
  return `${ok ? '✓' : '✗'} ${name}: ${said.join(', ')}`;
}

/** @param {unknown} value */
function wordOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @param {string | undefined} text */
function countIn(text) {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Failure(`"${text}" is no count.`, 'Give a whole number, or none for the usual one.');
}

/** @param {string | undefined} name */
function faultFile(name) {
  const folder = inRepo('faults');
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
  if (name !== undefined && names.includes(name)) return inRepo('faults', `${name}${SUFFIX}`);
  throw new Failure(
    name === undefined ? 'Which fault?' : `There is no fault "${name}".`,
    `npm run faults -- NAME [COUNT] [--json], where NAME is one of: ${names.join(', ') || '(none yet)'}.`,
  );
}
