import { expect, test } from 'vitest';
import type { ServerInputRequest } from '../../src/main/core/core.ts';
import { agentCalled, coreWith, never, nextConfirm } from './core-fixture.ts';

const request = (parts: Partial<ServerInputRequest> = {}): ServerInputRequest => ({
  server: 'reports',
  agent: agentCalled('claude'),
  action: 'reports__send',
  message: 'Where to?',
  wants: {
    kind: 'form',
    schema: {
      type: 'object',
      properties: { email: { type: 'string' }, pin: { type: 'string' } },
      required: ['email'],
    },
  },
  ...parts,
});

test('N76 the server gets what the user entered, and the ledger only the names', async () => {
  const { core, clock, ledgerStore } = await coreWith();
  const answering = core.serverInput.ask(request(), never);
  const ask = await nextConfirm(core, clock);
  expect(ask.serverInput).toMatchObject({
    server: 'reports',
    message: 'Where to?',
    during: 'reports__send',
    fields: [{ name: 'email' }, { name: 'pin', isSecret: true }],
  });
  expect(core.asks.answer(ask.askId, { kind: 'once' })).toMatchObject({ accepted: false });
  const incomplete = { kind: 'submit', content: { pin: '1' } } as const;
  expect(core.asks.answer(ask.askId, incomplete)).toEqual({
    accepted: false,
    why: 'email: required.',
  });
  const content = { email: 'ada@example.com', pin: '4711' };
  expect(core.asks.answer(ask.askId, { kind: 'submit', content })).toEqual({ accepted: true });
  expect(await answering).toEqual({ action: 'accept', content });
  const lines = JSON.stringify(ledgerStore.records);
  expect(lines).toContain('server_input');
  expect(lines).toContain('"fields":["email","pin"]');
  expect(lines).not.toContain('4711');
  expect(lines).not.toContain('ada@example.com');
});

test('a no declines, and no answer cancels', async () => {
  const { core, clock } = await coreWith();
  const first = core.serverInput.ask(request(), never);
  const ask = await nextConfirm(core, clock);
  core.asks.answer(ask.askId, { kind: 'deny', reason: '' });
  expect(await first).toEqual({ action: 'decline' });
  const second = core.serverInput.ask(request(), never);
  await nextConfirm(core, clock);
  await clock.advance(301_000);
  expect(await second).toEqual({ action: 'cancel' });
  const third = core.serverInput.ask(request(), never);
  const parked = await nextConfirm(core, clock);
  core.asks.park(parked.askId);
  expect(await third).toEqual({ action: 'decline' });
  expect(core.asks.list()).toEqual([]);
});

test('what no form can show is declined without asking', async () => {
  const { core } = await coreWith();
  const schema = { type: 'object', properties: { a: { type: 'object' } } };
  const form = core.serverInput.ask(request({ wants: { kind: 'form', schema } }), never);
  expect(await form).toEqual({ action: 'decline' });
  const url = 'javascript:alert(1)';
  const page = core.serverInput.ask(request({ wants: { kind: 'url', url } }), never);
  expect(await page).toEqual({ action: 'decline' });
});

test('a page opens only after the answer', async () => {
  const { core, clock } = await coreWith();
  const opened: string[] = [];
  core.serverInput.opensWith(async (url) => void opened.push(url));
  const url = 'https://login.example/device';
  const answering = core.serverInput.ask(
    request({ agent: null, wants: { kind: 'url', url } }),
    never,
  );
  const ask = await nextConfirm(core, clock);
  expect(ask.serverInput?.page).toEqual({ url, host: 'login.example' });
  expect(opened).toEqual([]);
  core.asks.answer(ask.askId, { kind: 'submit', content: {} });
  expect(await answering).toEqual({ action: 'accept' });
  expect(opened).toEqual([url]);
});

test('a server that asks without end fills no ledger, and others can still ask', async () => {
  const { core, clock, ledgerStore } = await coreWith();
  const schema = { type: 'object', properties: { a: { type: 'object' } } };
  const unfit = { wants: { kind: 'form', schema } } as const;
  const flood = async (count: number): Promise<readonly string[]> => {
    const asking = Array.from({ length: count }, () => core.serverInput.ask(request(unfit), never));
    return (await Promise.all(asking)).map(({ action }) => action);
  };
  const before = ledgerStore.records.length;
  const answers = await flood(5_000);
  expect(answers.filter((action) => action === 'decline')).toHaveLength(20);
  expect(answers.filter((action) => action === 'cancel')).toHaveLength(4_980);
  const written = ledgerStore.records.slice(before);
  expect(written.length).toBeLessThan(100);
  const notesIn = (records: typeof ledgerStore.records) =>
    records.flatMap(({ action, detail }) => (action === 'server.input-refused' ? [detail] : []));
  expect(notesIn(written)).toEqual(['reports: 1 more not recorded one by one']);

  clock.skip(60_000);
  await flood(100);
  expect(notesIn(ledgerStore.records).at(-1)).toMatch(/^reports: 49\d\d more/);
  expect(notesIn(ledgerStore.records)).toHaveLength(2);

  const other = core.serverInput.ask(request({ server: 'mail', agent: null }), never);
  const ask = await nextConfirm(core, clock);
  core.asks.answer(ask.askId, { kind: 'deny', reason: '' });
  expect(await other).toEqual({ action: 'decline' });
});
