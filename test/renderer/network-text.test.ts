import { expect, test } from 'vitest';
import type { ShownConnection } from '../../src/shared/network/connection.ts';
import {
  addressWords,
  effectWords,
  isMarkedHost,
  lettersOf,
  waitingWords,
} from '../../src/renderer/ask/network/network-text.ts';
import { reachedWords } from '../../src/renderer/sessions/sessions-text.ts';
import { sampleConfirm } from './samples.ts';

const connection = (parts: Partial<ShownConnection> = {}): ShownConnection => ({
  ...{ host: 'example.com', port: 443, address: null, addressClass: 'public' },
  ...{ isRebound: false, registry: null, probably: null, keep: null },
  ...parts,
});

test('the effect names the folder, and for a private address what it is', () => {
  const ask = sampleConfirm({
    because: ['A device on your network.'],
    folders: ['/home/m/harbour'],
  });
  expect(effectWords(ask, connection())).toBe('Could send what it reads in harbour there.');
  expect(effectWords(ask, connection({ addressClass: 'private' }))).toBe(
    'A device on your network.',
  );
});

test('the address is shown once it is known', () => {
  expect(addressWords(connection())).toBe('The name is looked up after you allow it.');
  expect(addressWords(connection({ address: '10.0.0.1', addressClass: 'private' }))).toBe(
    '10.0.0.1, your network',
  );
});

test('N20 a host whose letters look like others is marked', () => {
  const lookAlike = connection({ host: 'xn--pple-43d.com' });
  expect(lettersOf(lookAlike)).toBe('аpple.com');
  expect(isMarkedHost(lookAlike)).toBe(true);
  expect(lettersOf(connection())).toBeNull();
  expect(isMarkedHost(connection())).toBe(false);
});

test('how many wait is said from two on', () => {
  expect(waitingWords(sampleConfirm({ waiting: 1 }))).toBeNull();
  expect(waitingWords(sampleConfirm({ waiting: 2 }))).toContain('2 connections');
});

test('a reached host says its bytes, a refused one its attempts', () => {
  const host = { host: 'example.com', port: 443, connections: 2, refused: 0 };
  expect(reachedWords({ ...host, sent: 1200, received: 3_000_000 })).toBe(
    '2 connections, sent 1.2 kB, received 3 MB',
  );
  expect(reachedWords({ ...host, connections: 0, refused: 1, sent: 0, received: 0 })).toBe(
    'not allowed (1 attempt)',
  );
});
