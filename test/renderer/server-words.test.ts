/** The Servers page without a window: the form, the words for states and claims, and what a review shows. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test, vi } from 'vitest';
import { poisoned, sampleServer, sampleTool, textDiff } from '../../dev/server-fixtures.ts';
import {
  emptyServerForm,
  filledForm,
  formOfSpec,
  splitCommand,
  suggestedName,
  type ServerForm,
} from '../../src/renderer/servers/server-form.ts';
import { claimWords, isolationWords, stateTag } from '../../src/renderer/servers/servers-text.ts';
import { ServerSpec } from '../../src/shared/servers/server-commands.ts';

// The components read the bridge when they are loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouse: {} });
const { ServerReview, markedCharacters } =
  await import('../../src/renderer/servers/server-review.tsx');

const html = <Props extends object>(component: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(component, props));

const form = (more: Partial<ServerForm>): ServerForm => ({ ...emptyServerForm, ...more });
const context = { taken: ['github'], needsValues: true };

describe('a command line', () => {
  it.each([
    ['npx -y  server', ['npx', '-y', 'server']],
    ['a "b c" \'d "e\'', ['a', 'b c', 'd "e']],
    [String.raw`a\ b "c\"d" 'e\f'`, ['a b', 'c"d', String.raw`e\f`]],
    ['a ""', ['a', '']],
    ['$HOME ${KEY} `x`', ['$HOME', '${KEY}', '`x`']],
    ['  ', []],
    ['a "b', null],
  ])('%s is split as in a shell, and nothing in it is expanded', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it('of a server is shown so that splitting it gives the same words', () => {
    const args = ['a b', String.raw`c\d`, 'e"f', '', "g'h"];
    const spec: ServerSpec = {
      ...{ kind: 'stdio', command: '/opt/my server', args, env: ['KEY'] },
      ...{ folders: ['/w/a', '/w/b'], hosts: ['example.com'], isOutsideSandbox: false },
    };
    const again = filledForm(formOfSpec('mine', spec), { taken: [], needsValues: false });
    expect(again).toEqual({ name: 'mine', spec, secrets: {} });
  });
});

describe('the form', () => {
  it('makes a spec that main takes, with the values apart', () => {
    const filled = filledForm(
      form({
        ...{ name: 'pg', command: 'npx pg-mcp', folders: '/w/a\n\n /w/b ', hosts: 'db.example' },
        variables: [{ key: 0, name: 'PGPASSWORD', value: 'hunter2' }],
      }),
      context,
    );
    if (typeof filled === 'string') throw new Error(filled);
    expect(filled.secrets).toEqual({ PGPASSWORD: 'hunter2' });
    expect(JSON.stringify(filled.spec)).not.toContain('hunter2');
    expect(ServerSpec.parse(filled.spec)).toMatchObject({ folders: ['/w/a', '/w/b'] });
  });

  it.each([
    [{ name: 'My Server', command: 'a' }, /lower-case/],
    [{ name: 'a__b', command: 'a' }, /lower-case/],
    [{ name: 'github', command: 'a' }, /already/],
    [{ name: 'a', command: '' }, /Enter the command/],
    [{ name: 'a', command: '"a' }, /not closed/],
    [{ name: 'a', command: 'a', folders: 'src' }, /full folder paths/],
    [{ name: 'a', command: 'a', variables: [{ key: 0, name: 'A-B', value: 'x' }] }, /underscores/],
    [{ name: 'a', command: 'a', variables: [{ key: 0, name: 'AB', value: '' }] }, /value for AB/],
    [{ name: 'a', isUrl: true, url: 'file:///etc/passwd' }, /https/],
    [{ name: 'a', isUrl: true, url: 'javascript:alert(1)' }, /https/],
  ])('says what is wrong with %j', (more, words) => {
    expect(filledForm(form(more), context)).toMatch(words);
  });

  it.each([
    [{ command: 'npx -y @modelcontextprotocol/server-everything' }, 'everything'],
    [{ command: 'npx chrome-devtools-mcp@1.2.3' }, 'chrome-devtools'],
    [{ command: 'node /opt/Tools/my_server.mjs' }, 'my-server'],
    [{ isUrl: true, url: 'https://mcp.linear.app/sse' }, 'linear'],
    [{ command: '' }, ''],
  ])('suggests a name for %j', (more, name) => {
    expect(suggestedName(form(more))).toBe(name);
  });
});

test('the state of a row is what the user has to know first', () => {
  const word = (more: Parameters<typeof sampleServer>[0]) => stateTag(sampleServer(more)).word;
  const failed = { kind: 'failed', why: 'It exited.', hint: null } as const;
  expect(word({})).toBe('Sandboxed');
  expect(word({ unreviewed: 3 })).toBe('3 to review');
  expect(word({ unreviewed: 3, state: failed })).toBe('Failed');
  expect(word({ unreviewed: 3, state: failed, isEnabled: false })).toBe('Off');
  expect(word({ isolation: { kind: 'none', why: 'you chose so.' } })).toBe('No sandbox');
  expect(isolationWords({ kind: 'none', why: 'you chose so.' })).toContain('you chose so.');
});

test.each([
  [true, null, 'says it only reads'],
  [false, true, 'says it may delete or overwrite'],
  [null, true, 'says it may delete or overwrite'],
  [false, false, 'says it destroys nothing'],
  [null, null, 'doesn’t say what it changes'],
])('claims read-only %s and destructive %s', (isReadOnly, isDestructive, words) => {
  expect(claimWords({ isReadOnly, isDestructive })).toBe(words);
});

describe('a review', () => {
  const review = (...tools: Parameters<typeof sampleTool>[0][]): string =>
    html(ServerReview, {
      server: sampleServer(),
      details: { tools: tools.map((tool) => sampleTool(tool)), instructions: null, pinError: null },
    });

  it('shows hidden and look-alike characters of a changed description', () => {
    const shown = review({ name: 'take_screenshot', pin: 'changed', changes: [poisoned] });
    expect(shown).toContain('hidden-mark');
    expect(shown).toContain('U+200B');
    expect(shown).not.toContain('\u200B');
    expect(shown).toContain('1 hidden or look-alike character shown.');
    expect(shown).toContain('has changed: description');
  });

  it('counts only what the server says now', () => {
    const lines = [
      { kind: 'removed', text: 'old\u200B' },
      { kind: 'added', text: 'new pаypal' },
    ] as const;
    expect(markedCharacters([{ part: 'title', diff: textDiff(...lines) }])).toBe(1);
  });

  it('accepts all at once only below every diff', () => {
    const two = review({ name: 'one', pin: 'new' }, { name: 'two', pin: 'removed' });
    expect(two.indexOf('Accept all 2')).toBeGreaterThan(two.indexOf('two'));
    expect(review({ name: 'one', pin: 'new' })).not.toContain('Accept all');
  });

  it('keeps what was rejected apart', () => {
    const shown = review({ name: 'one', pin: 'changed', isRejected: true });
    expect(shown).toContain('1 text kept blocked');
    expect(shown).not.toContain('To review');
  });

  it('is empty where everything is as accepted', () => expect(review({})).toBe(''));
});
