import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { granted, recordingExecutor } from '../core/core-fixture.ts';
import { initialize, openTestApp, sendJson, tokens } from '../transports/test-app.ts';

const source = join(import.meta.dirname, '..', '..', 'src');
/** 59 were measured, and a timer may add one. Merge or guard when the path becomes longer. */
const maxFiles = 60;

/** The source files with a function that ran during `run`, by V8's precise coverage. */
async function filesRunDuring(run: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
      .filter((file) => file.startsWith(source))
      .map((file) => file.slice(source.length + 1))
      .toSorted();
  } finally {
    session.disconnect();
  }
}

test('an open_file call runs code of few source files, from HTTP to its outcome', async () => {
  const { port, core, clock } = await openTestApp();
  const ran = recordingExecutor(core);
  await granted(core, clock);
  const headers = { Accept: 'application/json, text/event-stream' };
  const begun = await sendJson(port, {
    path: '/mcp',
    token: tokens.cursor,
    json: initialize,
    headers,
  });
  const id = String(begun.headers['mcp-session-id']);
  const call = () =>
    sendJson(port, {
      path: '/mcp',
      token: tokens.cursor,
      headers: { ...headers, 'mcp-session-id': id },
      json: {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'open_file', arguments: { path: '/w/app/a.ts' } },
      },
    });
  // The first call fills caches that later calls only read.
  await call();
  const files = await filesRunDuring(call);
  expect(ran).toHaveLength(2);
  console.log(`open_file: ${files.length} source files`);
  expect(files).toContain('main/core/gate/gate.ts');
  expect(files.length).toBeLessThanOrEqual(maxFiles);
});
