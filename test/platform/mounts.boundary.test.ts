import fs, { constants } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mountOfDescriptor } from '../../src/main/platform/files/mounts.ts';

/** As the kernel lists it, read with a new descriptor each time. */
const listed = (fd: number): string | undefined =>
  /^mnt_id:\s*(\d+)$/m.exec(fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];

describe.runIf(process.platform === 'linux')('the mount of a descriptor', () => {
  test('is that of the file it has now, when its number was used for others before', () => {
    const seen = new Set<string | null>();
    for (const name of ['/proc', '/dev', import.meta.dirname, '/proc', '/dev']) {
      const fd = fs.openSync(name, constants.O_RDONLY);
      expect(mountOfDescriptor(fd)).toBe(listed(fd));
      seen.add(mountOfDescriptor(fd));
      fs.closeSync(fd);
    }
    expect(seen.size).toBe(3);
  });

  test('is right for more descriptors at once than are remembered', () => {
    const names = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? '/proc' : '/dev'));
    const open = names.map((name) => fs.openSync(name, constants.O_RDONLY));
    expect(open.map(mountOfDescriptor)).toEqual(open.map(listed));
    for (const fd of open) fs.closeSync(fd);
  });

  test('throws for a descriptor that is closed, though it was looked at before', () => {
    const fd = fs.openSync('/proc', constants.O_RDONLY);
    mountOfDescriptor(fd);
    fs.closeSync(fd);
    expect(() => mountOfDescriptor(fd)).toThrow(/ENOENT|EBADF/);
  });
});
