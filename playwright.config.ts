import { defineConfig } from 'playwright/test';

// No automatic screenshots: with a hidden window each one would cost seconds. Tests take their own.
export default defineConfig({
  testDir: 'test/e2e',
  // Screenshots for the docs are taken by `npm run screenshots`.
  testMatch: process.env.GATEHOUSE_TAKE_SCREENSHOTS ? '**/*.screenshots.ts' : '**/*.e2e.ts',
  outputDir: '.cache/playwright',
  workers: 1,
  // A test that passes only on retry is a bug: it is named as flaky and counted as failed. Seen once, cause
  // not found: a click on Deny got no reply from Electron ("performing click action", then nothing for 30 s);
  // 52 repeats of that test, 40 of them on a busy machine, did not show it again. It is not the window being
  // hidden in the middle of the click: then mouse events are still answered (tried at each step of a click).
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.GATEHOUSE_E2E_REPORT ?? '.cache/reports/playwright.json' }],
  ],
  use: { screenshot: 'off', video: 'off', trace: 'off' },
});
