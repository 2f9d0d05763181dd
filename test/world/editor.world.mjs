// The extension in a real editor: OpenVSCode Server, the quickest one to be had (7 s, 244 MB, a third
// party's repack of the official build). Not by default: its size, and Chromium's.
import path from 'node:path';
import { freePort, installExtension, writeSettings } from './lib/editor-install.mjs';
import { noTrust, startServer } from './lib/editor-page.mjs';
import { editorWalk, walkNeeds } from './lib/editor-walk.mjs';

const name = '@mario.andreschak/mcp-vscode-linux-x64';

export const needs = { ...walkNeeds, [name]: '0.2.4' };
export const timeoutMs = 15 * 60_000;

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const root = path.join(ctx.binDir(name), '..', name, 'runtime/openvscode-server');
  const port = await freePort();
  const extensions = installExtension(ctx);
  const data = path.join(ctx.home, 'server');
  writeSettings(path.join(data, 'data/Machine/settings.json'));
  await editorWalk(ctx, {
    // Its pages have nowhere to keep them: each is paired anew.
    keepsSecrets: false,
    serve: ({ dataDir, trustsAll }) =>
      startServer({
        program: path.join(root, 'bin/openvscode-server'),
        args: [
          ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
          ...['--accept-server-license-terms', '--server-data-dir', data],
          ...['--extensions-dir', extensions, '--reconnection-grace-time', '2'],
          ...(trustsAll ? [noTrust] : []),
        ],
        env: { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir },
        ready: /Web UI available at (http:\S+)/,
        logFile: path.join(ctx.home, 'server.log'),
      }),
  });
}
