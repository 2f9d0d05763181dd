import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually, type TestApp } from '../fakes/test-app.ts';
import { answerConfirm, browserApp, callTool, grantBrowser, textOf } from './browser-app.ts';
import { createTodo } from './fake-extension.ts';

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

async function working() {
  const { app, extension, ...rest2 } = await browserApp();
  const client = await app.connect('cursor');
  await grantBrowser(app, client);
  const calling = callTool(client, 'tab12_createTodo', { text: 'once' });
  await answerConfirm(app, 'session');
  await calling;
  return { app, extension, client, ...rest2 };
}

const codeOf = (result: { structuredContent?: Readonly<Record<string, unknown>> }): unknown =>
  result.structuredContent?.['code'];

/** The worker of the extension ends, as browsers end it; its pages stay. */
async function sleep(app: TestApp, extension: { socket: { terminate(): void } | null }) {
  extension.socket?.terminate();
  await eventually(() => !app.app.core.state.snapshot().browsers[0]?.connected);
}

describe('a worker that restarts', () => {
  test('loses nothing: a call that comes meanwhile waits, and is carried out once it is back', async () => {
    const { app, extension, client } = await working();
    await sleep(app, extension);
    const calling = callTool(client, 'tab12_createTodo', { text: 'while away' });
    await rest(30);
    extension.run = (_name, args) => text(String(args['text']));
    await extension.connect();
    expect(textOf(await calling)).toBe('while away');
  });

  test('doubles nothing: a call it has begun is sent again under the same id, and runs once', async () => {
    const { app, extension, client } = await working();
    let runs = 0;
    const page = Promise.withResolvers<unknown>();
    extension.run = () => {
      runs += 1;
      return page.promise;
    };
    const calling = callTool(client, 'tab12_createTodo', { text: 'slow' });
    await eventually(() => runs === 1);
    await sleep(app, extension);
    await extension.connect();
    const ids = () =>
      extension
        .calls()
        .slice(-2)
        .map(({ id }) => id);
    await eventually(() => ids()[0] === ids()[1]);
    page.resolve(text('done at last'));
    expect(textOf(await calling)).toBe('done at last');
    expect(runs).toBe(1);
  });

  test('an answer that was lost with the connection is given again, not made again', async () => {
    const { app, extension, client } = await working();
    let runs = 0;
    extension.run = () => {
      runs += 1;
      // The page is done, and its worker ends before the answer is on its way.
      extension.socket?.terminate();
      return text(`run ${runs}`);
    };
    const calling = callTool(client, 'tab12_createTodo', { text: 'lost answer' });
    await eventually(() => !app.app.core.state.snapshot().browsers[0]?.connected);
    await extension.connect();
    expect(textOf(await calling)).toBe('run 1');
    expect(runs).toBe(1);
  });

  test('of an extension that promises nothing of the kind: what was sent is not sent again', async () => {
    const { app, extension, client } = await working();
    extension.once = false;
    const never = new Promise(() => undefined);
    extension.run = () => never;
    const begun = callTool(client, 'tab12_createTodo', { text: 'begun' });
    const calls = extension.calls().length;
    await eventually(() => extension.calls().length === calls + 1);
    await sleep(app, extension);
    extension.run = () => text('fresh');
    const fresh = callTool(client, 'tab12_createTodo', { text: 'not begun' });
    await rest(30);
    await extension.connect();
    expect(codeOf(await begun)).toBe('page-gone');
    expect(textOf(await fresh)).toBe('fresh');
  });

  test('that does not come back in time: its tabs are gone and whoever waits is told', async () => {
    const { app, extension, client } = await working();
    await sleep(app, extension);
    const waiting = callTool(client, 'tab12_createTodo', { text: 'for nothing' });
    await rest(30);
    await app.clock.advance(15_000);
    expect(codeOf(await waiting)).toBe('browser-disconnected');
    expect(app.app.core.executors.contributedTools()).toEqual([]);
    expect(app.app.core.state.snapshot().browsers).toMatchObject([{ connected: false, tabs: [] }]);
    await extension.connect();
    expect(app.app.core.executors.contributedTools()).toMatchObject([{ name: createTodo.name }]);
  });

  test('a page that never answers is given up after half a minute, and told so', async () => {
    const { app, extension, client } = await working();
    extension.run = () => new Promise(() => undefined);
    const calls = extension.calls().length;
    const calling = callTool(client, 'tab12_createTodo', { text: 'never' });
    await eventually(() => extension.calls().length === calls + 1);
    await app.clock.advance(15_000);
    extension.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await rest(20);
    await app.clock.advance(15_000);
    expect(codeOf(await calling)).toBe('page-timed-out');
    await eventually(() =>
      extension.receivedItems.some(({ method }) => method === 'notifications/cancelled'),
    );
  });

  test('the newer connection of the same browser takes the place of the older', async () => {
    const { extension } = await working();
    const older = extension.socket;
    const closed = new Promise((resolve) => older?.once('close', resolve));
    await extension.connect();
    expect(await closed).toBe(4409);
  });
});

describe('two clients at once', () => {
  test('C9 get their own answers, as two connections', async () => {
    const { app, extension, client } = await working();
    const other = await app.connect('claude');
    await grantBrowser(app, other);
    const first = callTool(other, 'tab12_createTodo', { text: 'first' });
    await answerConfirm(app, 'session');
    await first;
    const pages: (() => void)[] = [];
    extension.run = (_name, args) =>
      new Promise((resolve) => pages.push(() => resolve(text(`for ${String(args['text'])}`))));
    const names = ['a', 'b', 'c', 'd', 'e'];
    const calling = names.flatMap((name) => [
      callTool(client, 'tab12_createTodo', { text: `cursor ${name}` }),
      callTool(other, 'tab12_createTodo', { text: `claude ${name}` }),
    ]);
    await eventually(() => pages.length === 10);
    for (const answer of pages.toReversed()) answer();
    expect((await Promise.all(calling)).map(textOf)).toEqual(
      names.flatMap((name) => [`for cursor ${name}`, `for claude ${name}`]),
    );
    const connections = new Set(extension.calls().map(({ connectionId }) => connectionId));
    expect(connections.size).toBe(2);
  });
});
