import { expect, test } from 'vitest';
import { pickedFolder } from '../../src/renderer/ask/access/picked-folder.ts';
import type { AskId } from '../../src/shared/base/ids.ts';

const askId = '00000000-0000-4000-8000-000000000001' as AskId;

test('a folder that was picked comes as main says it', async () => {
  const pickFolder = (_askId: AskId, root: string) =>
    Promise.resolve({ kind: 'picked', path: `${root}/src` } as const);
  const receipt = await pickedFolder({ pickFolder }, askId, '/w/app');
  expect(receipt).toEqual({ kind: 'picked', path: '/w/app/src' });
});

test('when main gives no receipt, the user is told, and may try again', async () => {
  const pickFolder = () => Promise.reject(new Error('no handler'));
  const receipt = await pickedFolder({ pickFolder }, askId, '/w/app');
  expect(receipt).toEqual({
    kind: 'refused',
    why: 'The folder picker did not open. Try again.',
  });
});
