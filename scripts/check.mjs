// npm run check: everything that needs no window.
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { format, lint, runSteps, types, unit } from './lib/steps.mjs';

await command(async () => {
  const house = await setUp({ display: false });
  await build();
  return runSteps([format, lint, types, unit], house);
});
