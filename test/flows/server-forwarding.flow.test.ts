/** A real server over stdio, used by real clients of both kinds of MCP. */
import { describe, expect, test } from 'vitest';
import { eventually } from '../fakes/test-app.ts';
import { mcpVersions } from './any-client.ts';
import { openedWithAsking as opened, textOf } from './asking-server.ts';

describe.each(mcpVersions)('a real server, %s', (version) => {
  test('asks the user in our window, and gets what was entered', async () => {
    const { app, client } = await opened(version);
    const calling = textOf(client, 'asking__ask');
    const ask = await app.nextQuestion();
    expect(ask).toMatchObject({
      kind: 'confirm',
      agent: { clientId: 'claude' },
      serverInput: {
        server: 'asking',
        message: 'Where should it go?',
        during: 'asking__ask',
        fields: [
          { name: 'place', title: 'Place', isRequired: true },
          { name: 'count', kind: 'whole' },
        ],
      },
    });
    const content = { place: 'the attic', count: 3 };
    expect(app.app.core.asks.answer(ask.askId, { kind: 'submit', content })).toEqual({
      accepted: true,
    });
    expect(JSON.parse(await calling)).toEqual({ action: 'accept', content });
    const again = textOf(client, 'asking__ask');
    const second = await app.nextQuestion();
    app.app.core.asks.answer(second.askId, { kind: 'deny', reason: '' });
    expect(JSON.parse(await again)).toEqual({ action: 'decline' });
    const ledger = JSON.stringify(await app.ledger());
    expect(ledger).toContain('server_input');
    expect(ledger).not.toContain('the attic');
  });

  test('reports progress, and is told when a call is cancelled', async () => {
    const { client } = await opened(version);
    const seen: unknown[] = [];
    const stop = new AbortController();
    const onprogress = (progress: unknown): void => void seen.push(progress);
    const options = { onprogress, signal: stop.signal };
    const params = { name: 'asking__slow', arguments: {} };
    const calling =
      version === 'stateful'
        ? client.callTool(params, undefined, options)
        : client.callTool(params, options);
    await eventually(() => seen.length > 0);
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    stop.abort();
    await expect(calling).rejects.toThrow(/abort/i);
    await expect.poll(() => textOf(client, 'asking__cancelled'), { timeout: 10_000 }).toBe('1');
  });

  test('its resources, prompts and completions are read through the gate', async () => {
    const { app, client } = await opened(version);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('mcp+asking:demo://one');
    expect(await client.readResource({ uri: 'mcp+asking:demo://any/alpha' })).toMatchObject({
      contents: [{ uri: 'mcp+asking:demo://any/alpha', text: 'content of demo://any/alpha' }],
    });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('asking__greet');
    expect(
      await client.getPrompt({ name: 'asking__greet', arguments: { who: 'ada' } }),
    ).toMatchObject({ messages: [{ content: { text: 'Greet ada.' } }] });
    const ref = { type: 'ref/resource', uri: 'mcp+asking:demo://any/{id}' };
    expect(await client.complete({ ref, argument: { name: 'id', value: 'b' } })).toMatchObject({
      completion: { values: ['beta'] },
    });
    const actions = new Set((await app.ledger()).map(({ action }) => action));
    for (const action of ['asking:read_resource', 'asking:get_prompt', 'asking:complete'])
      expect(actions).toContain(action);
  });
});
