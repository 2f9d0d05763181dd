/** The command as people and scripts run it, and a house it can find. */
import { execFile, type ExecFileOptions } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { DiscoveryFiles } from '../../src/main/platform/files/discovery-files.ts';
import { openTestApp, proofKey, tokens } from '../transports/test-app.ts';
import { scratch } from '../fakes/scratch.ts';

export const script = path.join(import.meta.dirname, 'run-cli.mjs');

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const cliEnv = (dataDir: string): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  HOME: dataDir,
  GATEHOUSE_DATA_DIR: dataDir,
  ELECTRON_RUN_AS_NODE: '1',
  NODE_NO_WARNINGS: '1',
});

export const run = (dataDir: string, ...words: readonly string[]): Promise<CliRun> =>
  runWith({}, dataDir, ...words);

export function runWith(
  own: ExecFileOptions,
  dataDir: string,
  ...words: readonly string[]
): Promise<CliRun> {
  const options = { ...own, encoding: 'utf8', env: { ...cliEnv(dataDir), ...own.env } } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...words], options, (error, stdout, stderr) => {
      // Killed by a signal it has no code, and that must not pass for 0.
      const code = error ? Number(error.code ?? Number.NaN) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

/** A running house that can be found in a data folder. */
export async function findableApp() {
  const app = await openTestApp();
  const dataDir = scratch();
  const { mcpUrl } = await announce(dataDir, app.port);
  return { ...app, dataDir, mcpUrl };
}

/** The files by which a house at that port is found. */
export async function announce(dataDir: string, port: number) {
  const discovery = new DiscoveryFiles(dataDir);
  onTestFinished(() => discovery.dispose());
  const secrets = { management: tokens.management, proofKey };
  return discovery.write({ port, version: '1.2.3', ...secrets, pluginSocket: null, now: 0 });
}

export const readJson = (text: string): unknown => JSON.parse(text);
