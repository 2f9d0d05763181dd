import { defineConfig } from 'playwright/test';

// No automatic screenshots: with a hidden window each one would cost seconds. Tests take their own.
export default defineConfig({
  testDir: 'test/e2e',
  // Pictures for the docs are taken by their own command.
  testMatch: process.env.GATEHOUSE_PICTURES ? '**/*.pictures.ts' : '**/*.e2e.ts',
  outputDir: '.cache/playwright',
  workers: 1,
  // A machine can be too busy once; what passes only the second time is named as flaky.
  retries: 1,
  timeout: 60_000,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.GATEHOUSE_E2E_REPORT ?? '.cache/reports/playwright.json' }],
  ],
  use: { screenshot: 'off', video: 'off', trace: 'off' },
});
