/** A user id without a passwd entry, as is common in containers. */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { electronArgs, electronEnv, electronPath, expect, test } from './support/app.ts';

const uid = 54_321;
const setpriv = '/usr/bin/setpriv';
const as = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups'];
const cli = path.resolve(import.meta.dirname, '../../bin/gatehouse.mjs');

for (const hasHome of [true, false]) {
  test(`C14 the app starts for a user id without a passwd entry, ${hasHome ? 'with' : 'without'} HOME`, async ({
    desktop,
  }) => {
    test.setTimeout(90_000);
    test.skip(process.getuid?.() !== 0 || !fs.existsSync(setpriv), 'needs root and setpriv');
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-uid-')));
    fs.chownSync(folder, uid, uid);
    const dataDir = path.join(folder, 'data');
    const { HOME: _home, ...rest } = electronEnv(dataDir, desktop);
    const home = hasHome ? { HOME: folder } : {};
    // Chromium needs a temporary directory that this user can write to.
    const own = { XDG_RUNTIME_DIR: folder, TMPDIR: folder };
    const env: Record<string, string> = { ...rest, ...home, ...own };
    if (rest['XAUTHORITY']) {
      // The display accepts only clients with its cookie.
      env['XAUTHORITY'] = path.join(folder, 'cookie');
      fs.copyFileSync(rest['XAUTHORITY'], env['XAUTHORITY']);
      fs.chownSync(env['XAUTHORITY'], uid, uid);
    }
    const args = [...as, electronPath, ...electronArgs('--no-window')];
    const app = spawn(setpriv, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [app.stdout, app.stderr])
      stream.on('data', (text) => (said += String(text)));
    const ended = new Promise((resolve) => app.once('exit', resolve));
    try {
      const discovery = path.join(dataDir, 'gatehouse.json');
      await expect
        .poll(() => (fs.existsSync(discovery) ? 'found' : said), { timeout: 25_000 })
        .toBe('found');
      const status = execFileSync(setpriv, [...as, process.execPath, cli, 'status', '--json'], {
        env,
        encoding: 'utf8',
      });
      expect(JSON.parse(status)).toMatchObject({ pending: 0 });
    } finally {
      app.kill('SIGTERM');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
