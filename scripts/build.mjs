// npm run build [-- --force]
import { command } from './lib/command.mjs';
import { build } from './lib/build.mjs';
import { setUpDependencies } from './lib/setup.mjs';

await command(async () => {
  await setUpDependencies();
  await build({ force: process.argv.includes('--force') });
});
