import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const manifest = readFileSync(new URL('package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

// Set by `npm test -- --only=native-files`; the app itself reads no such variable.
const withNativeFiles = process.env['GATEHOUSE_TEST_NATIVE_FILES'] === '1';

export default defineConfig({
  define: {
    __GATEHOUSE_VERSION__: JSON.stringify(version),
    __GATEHOUSE_DEV_SERVER__: 'null',
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/world/**'],
    setupFiles: [
      'test/support/leak-guard.ts',
      ...(withNativeFiles ? ['test/support/native-folder-calls.ts'] : []),
    ],
    // Processes, not threads: tests change directories, send signals and count what is left open.
    pool: 'forks',
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: 20_000,
    // What another process does may take a moment on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    passWithNoTests: false,
  },
});
