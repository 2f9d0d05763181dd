// npm run test:watch [-- PATTERN]   tests again whenever a file they use changes
import { command } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { setUp } from './lib/setup.mjs';

await command(async () => {
  const { electron, env } = await setUp({ display: false });
  const args = [inRepo('node_modules/vitest/vitest.mjs'), 'watch', ...process.argv.slice(2)];
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
  return (await run(electron.executable, args, { env: asNode, stdin: 'inherit' })).code;
});
