/** The owner's program reads the ledger over HTTP, from the real index of the whole house. */
import { expect, test } from 'vitest';
import type { AuditPage } from '../../src/shared/ledger/query.ts';
import { managementToken, TestApp } from '../fakes/test-app.ts';

test('GET /mcp/logs filters, searches and pages what happened', async () => {
  const app = await TestApp.open();
  for (const name of ['one', 'two', 'three']) await app.newKey(name);
  const logs = async (query: string): Promise<AuditPage> => {
    const headers = { Authorization: `Bearer ${managementToken}` };
    const reply = await fetch(`${app.url}/mcp/logs${query}`, { headers });
    expect(reply.status).toBe(200);
    return (await reply.json()) as AuditPage;
  };
  const made = await logs('?action=client-key.added');
  expect(made.entries.map(({ detail }) => detail)).toEqual(['three', 'two', 'one']);
  const first = await logs('?action=client-key.added&limit=2');
  expect(first.entries).toHaveLength(2);
  const rest = await logs(`?action=client-key.added&limit=2&before=${first.next}`);
  expect(rest.entries.map(({ detail }) => detail)).toEqual(['one']);
  expect((await logs('?q=three')).entries).toHaveLength(1);
  expect((await logs('?actor=nobody')).entries).toEqual([]);
});
