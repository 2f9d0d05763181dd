// npm start [-- arguments for Gatehouse]
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { sandboxFlags, warnIfSandboxIsRestricted } from './lib/sandbox.mjs';
import { setUp } from './lib/setup.mjs';

await command(async () => {
  const { electron, env, dispose } = await setUp({ display: true, bus: true });
  try {
    await build();
    warnIfSandboxIsRestricted(electron.dist);
    const args = [...sandboxFlags(), '.', ...process.argv.slice(2)];
    const { code } = await run(electron.executable, args, { env, stdin: 'inherit' });
    return code;
  } finally {
    dispose();
  }
});
