import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { installWayOf } from '../../src/main/shell/updates/install-way.ts';
import { scratch } from '../fakes/scratch.ts';

const program = '/opt/Gatehouse/gatehouse';
const linux = { platform: 'linux', env: {}, program, isPackage: true } as const;

function rootWith(files: Readonly<Record<string, string>>): string {
  const root = scratch();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

it('knows how it was installed', () => {
  const deb = rootWith({ 'var/lib/dpkg/info/gatehouse.list': `/opt\n${program}\n` });
  const rpm = rootWith({ 'var/lib/rpm/rpmdb.sqlite': '' });
  const neither = scratch();
  expect(installWayOf({ ...linux, root: deb })).toBe('deb');
  expect(installWayOf({ ...linux, root: rpm })).toBe('rpm');
  expect(installWayOf({ ...linux, root: neither })).toBe('archive');
  expect(installWayOf({ ...linux, isPackage: false, root: deb })).toBe('checkout');
  expect(installWayOf({ ...linux, platform: 'win32' })).toBe('installer');
});

it('takes an unpacked archive for one, although another copy is installed', () => {
  const own = '/home/mira/gatehouse/gatehouse';
  const deb = rootWith({ 'var/lib/dpkg/info/gatehouse.list': `/opt\n${program}\n` });
  const rpm = rootWith({ 'usr/lib/sysimage/rpm/rpmdb.sqlite': '' });
  expect(installWayOf({ ...linux, program: own, root: deb })).toBe('archive');
  expect(installWayOf({ ...linux, program: own, root: rpm })).toBe('archive');
});

it('is an AppImage where the runtime says so', () => {
  const env = { APPIMAGE: '/home/mira/Gatehouse.AppImage' };
  expect(installWayOf({ ...linux, env })).toBe('appimage');
  expect(installWayOf({ ...linux, env: { APPIMAGE: 'x' }, root: scratch() })).toBe('archive');
});
