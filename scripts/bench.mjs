// npm run bench -- NAME [--json]
// A bench is bench/NAME.bench.mjs and exports run({ electron, env, report }).
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from './lib/build.mjs';
import { command, Failure } from './lib/command.mjs';
import { inRepo } from './lib/repo.mjs';
import { setUp } from './lib/setup.mjs';

const SUFFIX = '.bench.mjs';

await command(async () => {
  const words = process.argv.slice(2);
  const asJson = words.includes('--json');
  const file = fileOf(words.find((word) => !word.startsWith('--')));
  const { electron, env, dispose } = await setUp({ display: true, bus: true });
  try {
    await build();
    const { run } = await import(pathToFileURL(file).href);
    /** @type {Record<string, unknown>[]} */
    const results = [];
    const report = (/** @type {Record<string, unknown>} */ result) => {
      results.push(result);
      if (asJson) console.log(JSON.stringify(result));
    };
    await run({ electron: electron.executable, env, report });
    if (!asJson) printTable(results);
    return results.some(({ ok }) => ok === false) ? 1 : 0;
  } finally {
    dispose();
  }
});

/** @param {string | undefined} name */
function fileOf(name) {
  const folder = inRepo('bench');
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
  if (name !== undefined && names.includes(name)) return inRepo('bench', `${name}${SUFFIX}`);
  throw new Failure(
    name === undefined ? 'Which bench?' : `There is no bench "${name}".`,
    `npm run bench -- NAME [--json], where NAME is one of: ${names.join(', ') || '(none yet)'}.`,
  );
}

/** @param {Record<string, unknown>[]} rows */
function printTable(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  );
  for (const line of lines) {
    console.log(
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** @param {unknown} value */
function cell(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(Number(value.toPrecision(4)));
  return JSON.stringify(value) ?? '';
}
