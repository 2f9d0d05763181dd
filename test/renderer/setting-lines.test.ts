import { expect, it } from 'vitest';
import { linesIn, serverLines, serversIn } from '../../src/renderer/settings/setting-lines.ts';
import { listenFormOf, listenOf } from '../../src/renderer/settings/listen-form.ts';

it('takes one name a line', () => {
  expect(linesIn('migrations\n\n *.pem \n')).toEqual(['migrations', '*.pem']);
});

it.each([
  ['python: pyright-langserver --stdio', { python: ['pyright-langserver', '--stdio'] }],
  ['c++:  "/opt/my tools/clangd" --log=error', { 'c++': ['/opt/my tools/clangd', '--log=error'] }],
  ['rust: ra "a \\"b\\" \\\\c"', { rust: ['ra', 'a "b" \\c'] }],
  ['go', { go: [] }],
  ['', {}],
])('reads %j as servers', (text, servers) => expect(serversIn(text)).toEqual(servers));

it('writes servers as they are read', () => {
  const servers = { python: ['/a b/py', '--x', 'say "hi"', 'back\\slash'], go: ['gopls'] };
  expect(serversIn(serverLines(servers).join('\n'))).toEqual(servers);
});

it('a second address goes into its form and back', () => {
  const files = { certFile: '/c.pem', keyFile: '/k.pem' };
  const listen = { host: '10.0.0.2', port: 7718, ...files, names: ['desk.local', 'desk'] };
  const management = true;
  expect(listenOf(listenFormOf({ ...listen, management }))).toEqual({ ...listen, management });
  expect(listenOf(listenFormOf(null))).toMatchObject({ host: '', port: 7718, names: [] });
});
