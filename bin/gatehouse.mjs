#!/usr/bin/env node
import { existsSync } from 'node:fs';

const cli = new URL('../dist/cli/gatehouse.js', import.meta.url);
if (existsSync(cli)) {
  await import(cli.href);
} else {
  console.error(
    'gatehouse: not built yet; run `npm start` (or `npm run build`) once in the repository.',
  );
  process.exitCode = 3;
}
