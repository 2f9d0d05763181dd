import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Disposables, toDisposable } from '../../src/shared/base/disposable.ts';
import { lastingLeaksSince, leaksSince, takeCensus } from './leak-census.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the census', () => {
  test('finds nothing where nothing was opened', () => {
    expect(leaksSince(takeCensus())).toEqual([]);
  });

  test('finds a timer, also one that would not keep the process alive, and says who opened it', () => {
    const before = takeCensus();
    const timer = setTimeout(() => {}, 60_000).unref();
    expect(leaksSince(before).join()).toMatch(/a timer opened.*leak-guard\.test\.ts/s);
    clearTimeout(timer);
    expect(leaksSince(before)).toEqual([]);
  });

  test('finds an interval', () => {
    const before = takeCensus();
    const interval = setInterval(() => {}, 60_000);
    expect(leaksSince(before)).toHaveLength(1);
    clearInterval(interval);
    expect(leaksSince(before)).toEqual([]);
  });

  test('finds a wait nobody called off', async () => {
    const before = takeCensus();
    const stop = new AbortController();
    const waiting = wait(60_000, undefined, { signal: stop.signal });
    expect(leaksSince(before).join()).toContain('a wait opened');
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    expect(leaksSince(before)).toEqual([]);
  });

  test('does not take a timer that has fired for a leak', async () => {
    const before = takeCensus();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await lastingLeaksSince(before)).toEqual([]);
  });

  test('sees through fake timers', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const before = takeCensus();
    vi.useFakeTimers();
    setTimeout(() => {}, 60_000);
    expect(await lastingLeaksSince(before)).toEqual([]);
  });

  test('finds a server and a socket', async () => {
    const before = takeCensus();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(leaksSince(before)).toEqual(['1 × TCPServerWrap']);

    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect(address.port, '127.0.0.1');
    await once(server, 'connection');
    expect(leaksSince(before).join()).toContain('TCPSocketWrap');

    socket.end();
    server.close();
    expect(await lastingLeaksSince(before)).toEqual([]);
  });

  test('finds a listener on process', () => {
    const before = takeCensus();
    const listener = (): void => {};
    process.on('SIGUSR2', listener);
    expect(leaksSince(before).join()).toContain('1 × listener on process for SIGUSR2');
    process.off('SIGUSR2', listener);
  });

  test('finds a child process', async () => {
    const before = takeCensus();
    const child = spawn(process.execPath, ['-e', 'setTimeout(Date, 60_000)'], { stdio: 'ignore' });
    expect(leaksSince(before)).toEqual(['1 × ProcessWrap']);
    child.kill();
    expect(await lastingLeaksSince(before)).toEqual([]);
  });

  test('finds a Disposable that was never closed', async () => {
    const before = takeCensus();
    const one = toDisposable(() => {});
    const many = new Disposables();
    expect(leaksSince(before).join()).toMatch(/a Disposables opened.*leak-guard\.test\.ts/s);
    expect(leaksSince(before)).toHaveLength(2);
    many.add(one);
    await many.dispose();
    expect(leaksSince(before)).toEqual([]);
  });
});

/** Another Vitest has to start; a busy machine takes its time. */
const withinMs = 60_000;

describe('the guard', () => {
  test('fails a leaking test and lets a tidy one pass', { timeout: withinMs }, async () => {
    const results = await runVitestOn(`
      import { createServer } from 'node:net';
      import { onTestFinished, test } from 'vitest';
      test('leaky', () => void setTimeout(() => {}, 60_000));
      test('tidy', async () => {
        const server = createServer();
        await new Promise((resolve) => server.listen(0, resolve));
        onTestFinished(() => void server.close());
      });
    `);
    expect(results).toEqual([
      { title: 'leaky', status: 'failed', says: expect.stringContaining('a timer opened') },
      { title: 'tidy', status: 'passed', says: '' },
    ]);
  });
});

interface Result {
  readonly title: string;
  readonly status: string;
  readonly says: string;
}

async function runVitestOn(source: string): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leak-guard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'sample.test.ts'), source);
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { setupFiles: [${JSON.stringify(join(ROOT, 'test/support/leak-guard.ts'))}] } };`,
  );
  const report = join(folder, 'report.json');
  await vitestIn(folder, ['--reporter=json', `--outputFile=${report}`, '--maxWorkers=1']);
  return resultsIn(await readFile(report, 'utf8'));
}

/** A failing run is what is wanted here, so the exit code does not matter. */
function vitestIn(cwd: string, options: readonly string[]): Promise<void> {
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, timeout: withinMs }, () => resolve());
  });
}

function resultsIn(report: string): Result[] {
  const { testResults } = JSON.parse(report) as {
    testResults: {
      assertionResults: { title: string; status: string; failureMessages?: string[] }[];
    }[];
  };
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ title, status, failureMessages }) => ({
      title,
      status,
      says: failureMessages?.join() ?? '',
    }));
}
