// npm run check: format, lint, types and the pure tests (`.test.ts`), all at the same time.
// Everything else (boundary, flow and end-to-end tests, the oldest Electron's types) is in `npm test`.
import { command } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { format, lint, pureTests, quickTypes, runTogether } from './lib/steps.mjs';

await command(async () => {
  const environment = await setUp({ display: false });
  return runTogether([format, lint, quickTypes, pureTests], environment);
});
