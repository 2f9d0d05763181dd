// npm start [-- arguments for Gatehouse]
import { build } from './lib/build.mjs';
import { isChromiumNoise } from './lib/chromium-noise.mjs';
import { command } from './lib/command.mjs';
import { run } from './lib/processes.mjs';
import { explainSandboxAbort, sandboxFlags } from './lib/sandbox.mjs';
import { setUp } from './lib/setup.mjs';

await command(async () => {
  const { electron, env, dispose } = await setUp({ display: true, bus: true });
  try {
    await build();
    const args = [...sandboxFlags(), '.', ...process.argv.slice(2)];
    const { code } = await run(electron.executable, args, {
      ...{ env, stdin: 'inherit', dropLine: isChromiumNoise },
    });
    explainSandboxAbort(code, electron.dist);
    return code;
  } finally {
    dispose();
  }
});
