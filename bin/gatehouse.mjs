#!/usr/bin/env node
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli/gatehouse.js', import.meta.url);
const bridge = new URL('../dist/cli/hook.cjs', import.meta.url);
if (process.argv[2] === 'hook' && existsSync(bridge)) {
  // Agents start it twice for each of their calls, so it is a small program of its own.
  await import(bridge.href);
} else if (existsSync(cli)) {
  const { run } = await import(cli.href);
  process.exit(await run(process.argv.slice(2)));
} else {
  console.error(
    'gatehouse: not built yet; run `npm start` (or `npm run build`) once in the repository.',
  );
  process.exitCode = 3;
}
