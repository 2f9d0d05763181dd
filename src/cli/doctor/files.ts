/** Checks that our files are private to the user and that there is free disk space. */
import fs from 'node:fs';
import path from 'node:path';
import { discoveryFileName } from '../../shared/app/discovery.ts';
import { dataDir } from '../app-client.ts';
import { bad, good, warning, type DoctorFinding } from './finding.ts';

const secretFiles = [
  ...[discoveryFileName, 'management.token', 'backend.token', 'install.key', 'install.key.sealed'],
  ...['client-keys.json', 'plugin-keys.json', 'browser-keys.json'],
];
const othersMay = 0o077;
const scarceBytes = 512 * 1024 ** 2;

export function filesOnDisk(): readonly DoctorFinding[] {
  const folder = dataDir();
  const there = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!there) return [warning('data folder', `${folder} does not exist`, 'created on first start')];
  if (there.isSymbolicLink()) {
    return [
      bad('data folder', `${folder} is a link`, 'set GATEHOUSE_DATA_DIR to the folder itself'),
    ];
  }
  if (!there.isDirectory()) {
    return [bad('data folder', `${folder} is a file`, 'move it away, or set GATEHOUSE_DATA_DIR')];
  }
  return [folderMode(folder, there), ...secretsIn(folder), freeSpace(folder)];
}

function folderMode(folder: string, { mode, uid }: fs.Stats): DoctorFinding {
  const what = 'data folder';
  if (process.platform === 'win32') return good(what, folder);
  if (uid !== process.getuid?.()) {
    return bad(
      what,
      `${folder} belongs to another user`,
      'set GATEHOUSE_DATA_DIR to another folder',
    );
  }
  if ((mode & othersMay) === 0) return good(what, `${folder}, private`);
  return bad(
    what,
    `other users can access ${folder}`,
    `check its contents, then run: chmod 700 '${folder}'`,
  );
}

function secretsIn(folder: string): readonly DoctorFinding[] {
  if (process.platform === 'win32') return [];
  const keys = fs.existsSync(path.join(folder, 'stdio-keys'))
    ? fs.readdirSync(path.join(folder, 'stdio-keys')).map((name) => path.join('stdio-keys', name))
    : [];
  const open = [...secretFiles, ...keys].filter((name) => {
    const stat = fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return stat && (stat.isSymbolicLink() || (stat.mode & othersMay) !== 0);
  });
  if (open.length === 0) return [good('secret files', 'private')];
  const paths = open.map((name) => `'${path.join(folder, name)}'`).join(' ');
  return [
    bad(
      'secret files',
      `other users can read ${open.join(', ')}`,
      `chmod 600 ${paths}; then restart the app, and revoke and renew the exposed keys`,
    ),
  ];
}

function freeSpace(folder: string): DoctorFinding {
  const { bavail, bsize } = fs.statfsSync(folder);
  const free = bavail * bsize;
  const stat = `${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free >= scarceBytes) return good('disk', stat);
  return bad('disk', stat, 'free disk space: without a durable ledger every call is refused');
}
