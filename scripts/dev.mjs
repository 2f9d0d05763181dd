// npm run dev [-- arguments for Gatehouse]   the app with hot reload; main restarts when it changes
// npm run dev -- --pages                     only the pages, in a normal browser, with fixture data
import { watch } from 'node:fs';
import { build as viteBuild } from 'vite';
import { appParts } from '../config/vite.mjs';
import { forgetBuild } from './lib/build.mjs';
import { command, say, secondsSince } from './lib/command.mjs';
import { startDevServer } from './lib/dev-server.mjs';
import { interruptedBy, run } from './lib/processes.mjs';
import { inRepo } from './lib/repo.mjs';
import { sandboxFlags } from './lib/sandbox.mjs';
import { setUp, setUpDependencies } from './lib/setup.mjs';

const PAGES_PORT = Number(process.env.GATEHOUSE_DEV_PORT ?? 5717);
/** An editor writes several files for one change. */
const DEBOUNCE_MS = 150;
/** Everything that is not a page; pages reload by themselves. */
const NEEDS_RESTART = /^(main|workbench|preload|shared|cli)\//;

const pagesOnly = process.argv.includes('--pages');
const passedOn = process.argv.slice(2).filter((word) => word !== '--pages');

await command(async () => {
  if (pagesOnly) {
    await setUpDependencies();
    const pages = await startDevServer(PAGES_PORT);
    say(`Main window: ${pages.url}/main.html`);
    say(
      `Ask window:  ${pages.url}/ask.html?ask=access (the other names are in dev/ask-fixtures.ts)`,
    );
    await new Promise((resolve) => process.once('exit', resolve));
    return 0;
  }
  const environment = await setUp({ display: true, bus: true });
  const pages = await startDevServer(PAGES_PORT);
  try {
    return await runAndRestart(environment, pages.url);
  } finally {
    await pages.close();
    environment.dispose();
  }
});

/** @param {import('./lib/setup.mjs').Environment} environment @param {string} pagesUrl */
async function runAndRestart(environment, pagesUrl) {
  await buildApp(pagesUrl);
  let changed = false;
  /** @type {AbortController} */
  let running = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = watch(inRepo('src'), { recursive: true }, (_kind, name) => {
    if (!NEEDS_RESTART.test(String(name))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      changed = true;
      running.abort();
    }, DEBOUNCE_MS);
  });
  try {
    for (;;) {
      changed = false;
      running = new AbortController();
      const code = await runApp(environment, running.signal);
      if (interruptedBy() !== undefined || !changed) return code;
      await buildApp(pagesUrl).catch((/** @type {unknown} */ error) =>
        say(`The build failed: ${String(error)}`),
      );
    }
  } finally {
    watcher.close();
  }
}

/**
 * A data folder and port of its own, so that an installed Gatehouse goes on undisturbed.
 * @param {import('./lib/setup.mjs').Environment} environment @param {AbortSignal} signal
 */
async function runApp({ electron, env }, signal) {
  const ownEnv = {
    GATEHOUSE_DATA_DIR: inRepo('.cache/dev-data'),
    GATEHOUSE_PORT: '7727',
    GATEHOUSE_BROWSER_PORT: '8031',
    ...env,
  };
  const args = [...sandboxFlags(), '.', ...passedOn];
  const { code } = await run(electron.executable, args, { env: ownEnv, stdin: 'inherit', signal });
  return code;
}

/** @param {string} pagesUrl */
async function buildApp(pagesUrl) {
  const started = performance.now();
  forgetBuild();
  for (const part of appParts) {
    const define = { ...part.define, __GATEHOUSE_DEV_SERVER__: JSON.stringify(pagesUrl) };
    await viteBuild({ ...part, define, mode: 'development' });
  }
  say(`Built in ${secondsSince(started)}.`);
}
