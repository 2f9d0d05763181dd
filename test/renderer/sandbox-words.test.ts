import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { sandboxWords } from '../../src/renderer/ask/confirm/confirm-text.ts';
import { notRestored } from '../../src/renderer/text/sandbox-words.ts';
import { noHistory, sampleAsk } from './samples.ts';

// The page reads the bridge when it is loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouseAsk: {} });

const { AccessMore } = await import('../../src/renderer/ask/access/access-more.tsx');

test('the ask about a sandboxed command says what cannot be restored', () => {
  expect(sandboxWords({ kind: 'sandboxed' })).toContain(notRestored);
});

test.each([
  [true, ['read:files', 'run:commands'], true],
  [true, ['read:files'], false],
  [false, ['read:files', 'run:commands'], false],
] as const)('so does a request, with a sandbox (%s) and %j', (hasSandbox, scopes, isSaid) => {
  const ask = sampleAsk({ scopes, roots: ['/w/a', '/w/b'] });
  const props = { ask, hasSandbox, history: noHistory, open: 'details', reply: '' } as const;
  const controls = {} as never;
  const page = renderToStaticMarkup(
    createElement(AccessMore, { ...props, controls, setReply: () => undefined }),
  );
  expect(page.includes(notRestored)).toBe(isSaid);
});
