import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';
import { openConformanceServer } from './conformance-server.ts';
import { runSuite } from './suite.ts';

const suite = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

test(
  'the endpoint passes the active conformance suite, all 40 checks',
  { timeout: 120_000 },
  async () => {
    const server = await openConformanceServer();
    onTestFinished(() => server.close());
    const args = ['server', '--url', server.url, '--suite', 'active', '-o', scratch()];
    const { passed, failed, output } = await runSuite(suite, args);
    if (failed !== 0) throw new Error(output);
    expect({ passed, failed }).toEqual({ passed: 40, failed: 0 });
  },
);
