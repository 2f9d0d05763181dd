// The process a world test runs in: started by test-world.mjs with the test's own HOME and nothing
// of the caller's environment but what is needed.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { file, home, electron, repo, packages } = JSON.parse(process.argv[2] ?? '{}');

/** @param {string} name one of the test's `needs` */
function binDir(name) {
  if (packages[name]) return path.join(packages[name], 'node_modules/.bin');
  throw new Error(`${name} is not among this test's needs: ${Object.keys(packages).join(', ')}`);
}

try {
  const test = await import(pathToFileURL(file).href);
  const log = (/** @type {unknown[]} */ ...words) => console.log('  ', ...words);
  const name = path.basename(file, '.world.mjs');
  await test.run({ name, home, electron, repo, binDir, env: { ...process.env }, log });
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
