import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { desktopEntry, writeAutostart } from '../../src/main/platform/files/autostart-file.ts';
import { scratch } from '../fakes/scratch.ts';

test('the autostart file is written where the desktop looks, and taken away again', async () => {
  const config = scratch();
  const env = { XDG_CONFIG_HOME: path.join(config, 'not-there-yet') };
  const file = path.join(env.XDG_CONFIG_HOME, 'autostart', 'gatehouse.desktop');
  await writeAutostart(['/opt/Gatehouse/gatehouse', '--no-window'], env);
  expect(fs.readFileSync(file, 'utf8')).toContain(
    'Exec="/opt/Gatehouse/gatehouse" "--no-window"\n',
  );
  await writeAutostart(null, env);
  await writeAutostart(null, env);
  expect(fs.existsSync(file)).toBe(false);
});

test('an odd path stays one word and names no field', () => {
  const odd = '/opt/a "b" $c `d` 100%/e\\f';
  // Quoted for the command line, then escaped once more as a string value of the file.
  expect(desktopEntry([odd])).toContain(
    'Exec="/opt/a \\\\"b\\\\" \\\\$c \\\\`d\\\\` 100%%/e\\\\\\\\f"',
  );
});
