// npm run screenshots: pictures of every page in both themes, from the real app, into docs/screenshots
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { setUp } from './lib/setup.mjs';
import { e2e, runSteps } from './lib/steps.mjs';

await command(async () => {
  const house = await setUp({ display: true });
  try {
    await build();
    const env = {
      ...house.env,
      GATEHOUSE_PICTURES: '1',
      GATEHOUSE_SCREENSHOTS: process.argv[2] ?? 'docs/screenshots',
    };
    return await runSteps([{ ...e2e, name: 'pictures' }], { ...house, env });
  } finally {
    house.dispose();
  }
});
