/** Whether what we keep is the person's alone, and whether there is room for more. */
import fs from 'node:fs';
import path from 'node:path';
import { discoveryFileName } from '../../shared/discovery.ts';
import { dataDir } from '../house-client.ts';
import { bad, good, warning, type Finding } from './finding.ts';

const secretFiles = [
  ...[discoveryFileName, 'management.token', 'backend.token', 'install.key', 'install.key.sealed'],
  ...['client-keys.json', 'plugin-keys.json', 'browser-keys.json'],
];
const othersMay = 0o077;
const scarceBytes = 512 * 1024 ** 2;

export function filesOnDisk(): readonly Finding[] {
  const folder = dataDir();
  const there = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!there) return [warning('data folder', `${folder} is not there`, 'the first start makes it')];
  if (there.isSymbolicLink()) {
    return [
      bad('data folder', `${folder} is a link`, 'set GATEHOUSE_DATA_DIR to the folder itself'),
    ];
  }
  if (!there.isDirectory()) {
    return [bad('data folder', `${folder} is a file`, 'move it away, or set GATEHOUSE_DATA_DIR')];
  }
  return [folderMode(folder, there), ...secretsIn(folder), room(folder)];
}

function folderMode(folder: string, { mode, uid }: fs.Stats): Finding {
  const what = 'data folder';
  if (process.platform === 'win32') return good(what, folder);
  if (uid !== process.getuid?.()) {
    return bad(what, `${folder} belongs to somebody else`, 'choose another by GATEHOUSE_DATA_DIR');
  }
  if ((mode & othersMay) === 0) return good(what, `${folder}, yours alone`);
  return bad(
    what,
    `others can reach ${folder}`,
    `look at what is in it, then: chmod 700 '${folder}'`,
  );
}

function secretsIn(folder: string): readonly Finding[] {
  if (process.platform === 'win32') return [];
  const keys = fs.existsSync(path.join(folder, 'stdio-keys'))
    ? fs.readdirSync(path.join(folder, 'stdio-keys')).map((name) => path.join('stdio-keys', name))
    : [];
  const open = [...secretFiles, ...keys].filter((name) => {
    const found = fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return found && (found.isSymbolicLink() || (found.mode & othersMay) !== 0);
  });
  if (open.length === 0) return [good('secret files', 'yours alone')];
  const paths = open.map((name) => `'${path.join(folder, name)}'`).join(' ');
  return [
    bad(
      'secret files',
      `others can read ${open.join(', ')}`,
      `chmod 600 ${paths}; then start the app anew, and take back and renew keys that lay open`,
    ),
  ];
}

function room(folder: string): Finding {
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  const found = `${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free >= scarceBytes) return good('disk', found);
  return bad('disk', found, 'make room: without a durable ledger every call is refused');
}
