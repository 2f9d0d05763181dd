// npm run check: everything that needs no window.
import { command } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { format, lint, runSteps, types, unit } from './lib/steps.mjs';

await command(async () => {
  const environment = await setUp({ display: false });
  return runSteps([format, lint, types, unit], environment);
});
