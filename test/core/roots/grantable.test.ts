import { describe, expect, test } from 'vitest';
import { notGrantable, rootWarning } from '../../../src/main/core/roots/grantable.ts';

const places = {
  home: '/home/ada',
  ownPaths: ['/home/ada/.config/gatehouse', '/var/checkpoints'],
};
const windows = {
  home: 'C:\\Users\\ada',
  ownPaths: ['C:\\Users\\ada\\AppData\\Roaming\\Gatehouse'],
};

describe('D15 what can never be granted', () => {
  test.each([
    '/home/ada/.config/gatehouse',
    '/home/ada/.config/gatehouse/audit',
    '/home/ada/.config/Gatehouse',
    '/home/ada/.CONFIG/gatehouse./x',
    '/home/ada/.config/gate\u200Bhouse',
    '/home/ada/.local/state/gatehouse-checkpoints',
    '/home/ada/.local/State/gatehouse-checkpoints/0123',
    '/var/checkpoints',
  ])('our own data, however spelled: %j', (root) => {
    expect(notGrantable(root, places)).toMatchObject({ code: 'own-data' });
  });

  test.each([
    '/',
    '//',
    'C:\\',
    'c:/',
    'C:',
    '\\\\?\\C:\\',
    '\\\\server\\share',
    '//server/share/',
  ])('a whole disk: %j', (root) => {
    expect(notGrantable(root, places)).toMatchObject({
      code: 'root-not-grantable',
      message: expect.stringContaining('whole disk'),
    });
  });

  test.each([
    ...['/home/ada/.ssh', '/home/ada/.SSH/keys', '/root/.ssh', '/home/bob/.gnupg', '/w/.ssh'],
    ...['/home/ada/.aws', '/home/ada/.kube/cache', '/home/ada/.config/gh', '/home/ada/.mozilla'],
    ...['/home/ada/.local/share/keyrings', '/home/ada/.password-store/work'],
  ])('a folder of secrets: %s', (root) => {
    expect(notGrantable(root, places)).toMatchObject({
      code: 'root-not-grantable',
      message: expect.stringContaining('secrets'),
    });
  });

  test.each(['/proc', '/proc/1/root', '/sys/kernel', '/dev', '/dev/shm'])(
    'D8 what belongs to the kernel: %s',
    (root) => {
      expect(notGrantable(root, places)).toMatchObject({ code: 'root-not-grantable' });
    },
  );

  test('on Windows the same, by its own spelling', () => {
    expect(notGrantable('c:\\users\\ADA\\appdata\\roaming\\gatehouse', windows)).toMatchObject({
      code: 'own-data',
    });
    expect(notGrantable('C:\\Users\\ada\\SSH~1', windows)).toMatchObject({
      code: 'root-not-grantable',
    });
  });
});

describe('D15 what is granted after a second look', () => {
  test.each([
    ['/home/ada', 'whole home folder'],
    ['/home/ada', 'own data in here; that stays closed'],
    ['/home', 'Your home folder lies inside'],
    ['/home', 'stays closed'],
    ['/home/ada/.config', 'Settings of your programs'],
    ['/home/ada/.config', 'stays closed'],
    ['/home/ada/.local/state', 'stays closed'],
    ['/home/ada/.config/nvim', 'Settings of your programs'],
    ['/home/ada/.cache', 'hidden folder'],
    ['/etc/nginx', 'system itself'],
    ['/usr/lib', 'system itself'],
  ])('%s: %s', (root, words) => {
    expect(notGrantable(root, places)).toBeNull();
    expect(rootWarning(root, places)).toContain(words);
  });

  test.each(['/home/ada/work', '/w/app', '/home/ada/work/.docker/..', '/home/ada-evil', '/data/x'])(
    '%s is a folder like any other',
    (root) => {
      expect(notGrantable(root, places)).toBeNull();
      expect(rootWarning(root, places)).toBeNull();
    },
  );

  test('a folder named like ours elsewhere is not ours', () => {
    expect(notGrantable('/home/ada/work/gatehouse', places)).toBeNull();
    expect(notGrantable('/home/ada/.config/gatehouse-notes', places)).toBeNull();
  });
});
