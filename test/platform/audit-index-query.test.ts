import { describe, expect, test } from 'vitest';
import { AuditQuery, queryFromParams } from '../../src/shared/ledger/query.ts';

const parsed = (address: string): unknown => {
  const result = queryFromParams(new URL(address, 'http://127.0.0.1').searchParams);
  return result.success ? result.data : result.error.issues[0]?.path.join('.');
};

describe('a query', () => {
  test('can be read from an address', () => {
    expect(parsed('/mcp/logs')).toEqual({});
    expect(parsed('/mcp/logs?actor=a&actor=b&session_id=s&q=x%20y&after=5&limit=20')).toEqual({
      actor: ['a', 'b'],
      session_id: 's',
      q: 'x y',
      after: 5,
      limit: 20,
    });
    expect(
      parsed('/mcp/logs?since=2031-05-01T09:00:00Z&until=2031-05-01T11:00:00%2B02:00'),
    ).toEqual({ since: '2031-05-01T09:00:00Z', until: '2031-05-01T11:00:00+02:00' });
  });

  test.each([
    ['/mcp/logs?limit=0', 'limit'],
    ['/mcp/logs?limit=501', 'limit'],
    ['/mcp/logs?limit=ten', 'limit'],
    ['/mcp/logs?limit=5&limit=6', 'limit'],
    ['/mcp/logs?after=-1', 'after'],
    ['/mcp/logs?before=99999999999999999999', 'before'],
    ['/mcp/logs?since=yesterday', 'since'],
    ['/mcp/logs?outcome=maybe', 'outcome'],
    ['/mcp/logs?actor=', 'actor'],
    [`/mcp/logs?q=${'x'.repeat(501)}`, 'q'],
  ])('%s is refused, naming the field', (address, field) => {
    expect(parsed(address)).toBe(field);
  });

  test('with an unknown name in it is refused', () => {
    expect(AuditQuery.safeParse({ actr: 'a' }).success).toBe(false);
    expect(queryFromParams([['__proto__', 'x']]).success).toBe(false);
  });
});
