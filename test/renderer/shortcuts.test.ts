import { expect, it } from 'vitest';
import { shortcutOf } from '../../src/renderer/app/shortcuts.ts';

it.each([
  ['1', { kind: 'page', page: 'inbox' }],
  ['3', { kind: 'page', page: 'activity' }],
  ['4', { kind: 'page', page: 'editors' }],
  ['5', { kind: 'page', page: 'workspaces' }],
  ['6', { kind: 'page', page: 'clients' }],
  ['7', { kind: 'page', page: 'servers' }],
  ['8', { kind: 'page', page: 'rules' }],
  ['9', { kind: 'page', page: 'settings' }],
  ['0', null],
  ['j', { kind: 'move', by: 1 }],
  ['K', { kind: 'move', by: -1 }],
  ['/', { kind: 'filter' }],
  ['?', { kind: 'help' }],
  ['Enter', null],
])('the key %s means %o', (key, meaning) => expect(shortcutOf(key)).toEqual(meaning));
