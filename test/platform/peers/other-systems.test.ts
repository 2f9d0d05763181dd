import { describe, expect, test } from 'vitest';
import { nameIn, ownerIn } from '../../../src/main/platform/peers/mac-peers.ts';
import { peerIn, processTable } from '../../../src/main/platform/peers/process-table.ts';
import { peerSocketIn } from '../../../src/main/platform/peers/proc-net.ts';
import { peerOf } from '../../../src/main/platform/peers/unix-peers.ts';
import { peerInAnswer } from '../../../src/main/platform/peers/windows-peers.ts';

const connection = {
  localAddress: '127.0.0.1',
  localPort: 8200,
  remoteAddress: '127.0.0.1',
  remotePort: 51_234,
};

describe('/proc/net', () => {
  const row = (local: string, remote: string, state = '01', inode = '77'): string =>
    `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0`;
  const [ours, theirs] = ['0100007F:2008', '0100007F:C822'];

  test('the row that leads from them to us is the one', () => {
    const table = ['  sl  local_address …', row(ours, theirs, '01', '66'), row(theirs, ours)];
    expect(peerSocketIn(table.join('\n'), connection)).toEqual({ inode: '77', uid: 1000 });
  });

  test('also where an IPv6 socket carries IPv4', () => {
    const mapped = (end: string): string => `0000000000000000FFFF0000${end}`;
    const table = row(mapped(theirs), mapped(ours));
    const connected = { ...connection, remoteAddress: '::ffff:127.0.0.1' };
    expect(peerSocketIn(table, connected)).toEqual({ inode: '77', uid: 1000 });
  });

  test.each([
    ['closed', row(theirs, ours, '08')],
    ['without an inode', row(theirs, ours, '01', '0')],
    ['of another connection', row('0100007F:C823', ours)],
    ['to another server', row(theirs, '0100007F:2009')],
    ['nonsense', 'what?\n\n'],
  ])('one that is %s is not', (_what, table) => {
    expect(peerSocketIn(table, connection)).toBeNull();
  });
});

describe('Unix sockets', () => {
  const text = [
    'u_str ESTAB 0 0 /run/g.sock 10 * 11 users:(("gatehouse",pid=1,fd=9))',
    'u_str ESTAB 0 0 * 11 * 10 users:(("node",pid=31,fd=21),("node",pid=31,fd=22))',
    'u_str ESTAB 0 0 * 13 * 12 users:(("sh",pid=40,fd=3),("cat",pid=41,fd=3))',
  ].join('\n');

  test.each([
    ['the process of the other end', '10', { pid: 31, inode: '11' }],
    ['nobody, where two processes hold it', '12', null],
    ['nobody, where there is none', '99', null],
  ])('ss names %s', (_who, inode, peer) => {
    expect(peerOf(text, inode)).toEqual(peer);
  });
});

describe('macOS', () => {
  test('lsof names the process at the other end', () => {
    const text = [
      ...['p100', 'f20', 'n127.0.0.1:8200->127.0.0.1:51234'],
      ...['p712', 'f9', 'n127.0.0.1:51230->127.0.0.1:8200', 'f10'],
      'n127.0.0.1:51234->127.0.0.1:8200',
    ].join('\n');
    expect(ownerIn(text, connection)).toBe(712);
    expect(ownerIn('', connection)).toBeNull();
    expect(nameIn('p712\nfcwd\nn/Users/ada/my app\n')).toBe('/Users/ada/my app');
  });

  test('ps tells its program, start and parents', () => {
    const table = processTable(`
    1     0 Mon Nov 16 05:00:00 2026 /sbin/launchd
  700     1 Mon Nov 16 05:10:00 2026 /Applications/iTerm.app/Contents/MacOS/iTerm2
  711   700 Mon Nov 16 05:18:00 2026 -zsh
  712   711 Mon Nov  6 05:19:12 2026 /Users/ada/my app/agent
`);
    expect(peerIn(table, 712, '/Users/ada')).toMatchObject({
      pid: 712,
      executable: '/Users/ada/my app/agent',
      cwd: '/Users/ada',
      startedAt: Date.parse('Nov 6 2026 05:19:12'),
      parents: [
        { pid: 711, executable: null },
        { pid: 700, executable: '/Applications/iTerm.app/Contents/MacOS/iTerm2' },
      ],
    });
    expect(peerIn(table, 711, null)).toBeNull();
    expect(peerIn(table, 9, null)).toBeNull();
  });
});

describe('Windows', () => {
  const agent = { pid: 900, executable: 'C:\\agent.exe', started: 3000 };
  const shell = { pid: 800, executable: 'C:\\pwsh.exe', started: 2000 };

  test('PowerShell tells the process and its parents', () => {
    expect(peerInAnswer(JSON.stringify([agent, shell]))).toEqual({
      pid: 900,
      executable: 'C:\\agent.exe',
      cwd: null,
      startedAt: 3000,
      parents: [{ pid: 800, executable: 'C:\\pwsh.exe', cwd: null }],
    });
  });

  test('a parent that began after its child is another process with the same number', () => {
    const later = { ...shell, started: 4000 };
    expect(peerInAnswer(JSON.stringify([agent, later]))?.parents).toEqual([]);
  });

  test.each(['', '[]', 'null', '[{"pid":1,"executable":null,"started":1}]'])(
    '%j tells nobody',
    (text) => {
      expect(peerInAnswer(text)).toBeNull();
    },
  );
});
