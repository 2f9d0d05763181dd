// npm test                                   everything
// npm test -- --only=KIND [arguments]        unit, native-files or e2e; the arguments go to Vitest or
//                                            Playwright
// Unit tests run from the sources. Only the end-to-end tests need dist/, so only they build it.
import { command, Failure } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { e2e, format, lint, nativeFiles, runSteps, types, unit } from './lib/steps.mjs';

await command(async () => {
  const { steps, args } = selectSteps(process.argv.slice(2));
  const environment = await setUp({ display: steps.includes(e2e) });
  try {
    return await runSteps(steps, environment, args);
  } finally {
    environment.dispose();
  }
});

/** @param {string[]} words */
function selectSteps(words) {
  const kinds = { unit, 'native-files': nativeFiles, e2e };
  const only = words.find((word) => word.startsWith('--only='))?.slice('--only='.length);
  const args = words.filter((word) => !word.startsWith('--only='));
  if (only === undefined && args.length === 0) {
    return { steps: [format, lint, types, unit, nativeFiles, e2e], args };
  }
  if (only === 'unit' || only === 'native-files' || only === 'e2e')
    return { steps: [kinds[only]], args };
  throw new Failure(
    only === undefined
      ? `Which tests are meant by "${args.join(' ')}"?`
      : `There is no "--only=${only}".`,
    'say `npm test -- --only=unit …` or `npm test -- --only=e2e …`.',
  );
}
