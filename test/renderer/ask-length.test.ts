/** How much there is to read in each kind of ask before it can be answered. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { asks } from '../../dev/ask-fixtures.ts';
import { noHistory } from './samples.ts';

// The pages read the bridge when they are loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouseAsk: {} });

const { AskForm } = await import('../../src/renderer/ask/frame/ask-window.tsx');

const markupOf = (name: string): string => {
  const ask = asks[name];
  if (!ask) throw new Error(`there is no fixture called ${name}`);
  const view = { ask, moreWaiting: 0, history: noHistory, hasSandbox: true };
  return renderToStaticMarkup(createElement(AskForm, view));
};

/** Without what is only spoken, and without the text of files and diffs. */
const wordsOf = (markup: string): readonly string[] =>
  markup
    .replaceAll(/<pre\b.*?<\/pre>/gs, ' ')
    .replaceAll(/<(\w+)[^>]*class="[^"]*only-spoken[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

const short = (markup: string): string => wordsOf(markup).join(' ');

describe('an ask is short', () => {
  test.each([
    ...['command', 'tests', 'compound', 'edit', 'cannot-undo', 'held-back', 'confirm'],
    ...['network', 'network-private'],
  ])('a single call (%s) has at most 60 words, and its details are closed', (name) => {
    const markup = markupOf(name);
    expect(wordsOf(markup).length).toBeLessThanOrEqual(60);
    expect(markup).toContain('aria-expanded="false"');
    expect(markup).not.toContain('class="details"');
  });

  test.each(['access', 'access-folders'])(
    'a request for access (%s) has at most 90 words',
    (name) => expect(wordsOf(markupOf(name)).length).toBeLessThanOrEqual(90),
  );

  test('the second visit has at most 60 words', () =>
    expect(wordsOf(markupOf('access-again')).length).toBeLessThanOrEqual(60));

  test('a call without a session stands in the ask for access, in at most 90 words', () => {
    const markup = markupOf('access-call');
    expect(short(markup)).toContain('It waits to: run npm test in harbour');
    expect(wordsOf(markup).length).toBeLessThanOrEqual(90);
  });

  test('19 scopes are five rows, and the reason comes before them', () => {
    const words = short(markupOf('access'));
    expect(words).toContain('claude-code wants to work in harbour for 1 hour');
    expect(words.indexOf('Fix the failing')).toBeLessThan(words.indexOf('Read and search'));
    expect(markupOf('access').match(/role="switch"/g)).toHaveLength(5);
  });
});

test('three requests on one card have at most 90 words, each with its own answer', () => {
  const batch = ['network', 'command', 'hook'].flatMap((name) => {
    const ask = asks[name];
    return ask?.kind === 'confirm' ? [{ ask, isWaiting: true }] : [];
  });
  const [first] = batch;
  if (!first) throw new Error('there are no fixtures');
  const around = { moreWaiting: 0, history: noHistory, hasSandbox: true };
  const markup = renderToStaticMarkup(createElement(AskForm, { ask: first.ask, batch, ...around }));
  expect(wordsOf(markup).length).toBeLessThanOrEqual(90);
  expect(short(markup)).toContain('3 requests from claude-code');
  expect(markup.match(/aria-label="Allow: /g)).toHaveLength(3);
  expect(short(markup)).toContain('Allow all 3');
});

describe('the details open by themselves', () => {
  test.each(['access-changed', 'marks'])('where something is unusual (%s)', (name) =>
    expect(markupOf(name)).toContain('class="details"'),
  );

  test('and say that another program uses the key', () => {
    expect(short(markupOf('access-changed'))).toContain('Program changed');
  });
});

test('a request for an agent’s own tools says that they run outside the sandbox', () => {
  const ask = asks['access-call'];
  if (ask?.kind !== 'access') throw new Error('there is no such fixture');
  const own = { ...ask, agent: { ...ask.agent, door: 'hook' as const } };
  const around = { moreWaiting: 0, history: noHistory, hasSandbox: true };
  const words = short(renderToStaticMarkup(createElement(AskForm, { ask: own, ...around })));
  expect(words).toContain('Its own tools run outside the sandbox, with all your rights');
  expect(words).not.toContain('in the sandbox');
  expect(short(markupOf('access-call'))).not.toContain('outside the sandbox');
});

describe('without a sandbox, a request for access', () => {
  const noSandbox = { sentence: 'bubblewrap is not installed.', fix: 'Install it.' };
  const shown = (name: string): string => {
    const ask = asks[name];
    if (!ask) throw new Error(`there is no fixture called ${name}`);
    const view = { ask, moreWaiting: 0, history: noHistory, hasSandbox: false, noSandbox };
    return renderToStaticMarkup(createElement(AskForm, view));
  };

  test.each(['access', 'access-again', 'access-call'])('says so once, in orange (%s)', (name) => {
    expect(shown(name).match(/No sandbox on this computer/g)).toHaveLength(1);
    expect(shown(name)).toMatch(/data-tone="warn".*Why, and how to add it/);
    expect(wordsOf(shown(name)).length).toBeLessThanOrEqual(90);
  });

  test('that runs nothing says nothing about it', () =>
    expect(shown('access-claimed')).not.toContain('No sandbox'));
});

describe('colour and signs mean one thing', () => {
  test.each(['access', 'network', 'confirm'])('no danger, no triangle (%s)', (name) =>
    expect(markupOf(name)).not.toMatch(/data-tone="(warn|danger)"/),
  );

  test('red is only for what cannot be undone', () => {
    expect(markupOf('command')).not.toContain('data-rank="destroy"');
    expect(markupOf('cannot-undo')).toContain('data-rank="destroy"');
    expect(short(markupOf('cannot-undo'))).toContain('This can’t be undone');
  });
});
