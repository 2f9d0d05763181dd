// The extension in real code-server from npm. Not by default: it is compiled here (2 to 3 minutes,
// 700 MB), and it needs Chromium.
import path from 'node:path';
import { freePort, installExtension, writeSettings } from './lib/editor-install.mjs';
import { noTrust, startServer } from './lib/editor-page.mjs';
import { editorWalk, walkNeeds } from './lib/editor-walk.mjs';
import {
  newerNode,
  newerNodeInstallEnv,
  newerNodeNeeds,
  withNewerNode,
} from './lib/newer-node.mjs';

const name = 'code-server';

export const needs = { ...walkNeeds, ...newerNodeNeeds, [name]: '4.139.1' };
export const libraries = ['libkrb5-dev', 'libsecret-1-dev', 'libx11-dev', 'libxkbfile-dev'];
export const programs = ['pkg-config', 'make', 'g++', 'python3'];
export const allowScripts = [name];
export const timeoutMs = 15 * 60_000;

/** Compiled for the Node that runs it; its own script installs, and compiles, what it is made of. */
export const installEnv = (/** @type {Record<string, string>} */ packages) => ({
  ...newerNodeInstallEnv(packages),
  npm_config_strict_allow_scripts: 'false',
});

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const port = await freePort();
  const extensions = installExtension(ctx);
  const data = path.join(ctx.home, 'server');
  writeSettings(path.join(data, 'Machine/settings.json'));
  const entry = path.join(ctx.binDir(name), '..', name, 'out/node/entry.js');
  await editorWalk(ctx, {
    keepsSecrets: true,
    serve: ({ dataDir, trustsAll }) =>
      startServer({
        program: newerNode(ctx),
        args: [
          ...[entry, '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry'],
          ...['--user-data-dir', data, '--extensions-dir', extensions, '--disable-update-check'],
          ...['--reconnection-grace-time', '2', ...(trustsAll ? [noTrust] : [])],
        ],
        env: { ...withNewerNode(ctx), GATEHOUSE_DATA_DIR: dataDir },
        ready: /HTTP server listening on (http:\S+?)\/?\s/,
        logFile: path.join(ctx.home, 'server.log'),
      }),
  });
}
