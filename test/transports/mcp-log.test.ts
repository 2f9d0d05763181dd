import { describe, expect, test } from 'vitest';
import { logAnswers } from '../../src/main/transports/mcp/log-answers.ts';
import { unknownItem } from '../../src/main/transports/mcp/protocol-error.ts';
import type { Exchange, MethodHandler } from '../../src/main/transports/mcp/registry.ts';
import { toResult } from '../../src/main/transports/mcp/tool-results.ts';
import { done, refused } from '../../src/shared/actions/outcomes.ts';

const exchange = { agent: { clientId: 'claude' } } as unknown as Exchange;

async function linesOf(answer: MethodHandler, params: object): Promise<readonly string[]> {
  const lines: string[] = [];
  const logged = logAnswers({ 'tools/call': answer }, (line) => lines.push(line));
  await Promise.resolve(logged['tools/call']?.({ ...params }, exchange)).catch(() => undefined);
  return lines;
}

describe('the debug lines of MCP requests', () => {
  const secret = 'sk-secret';
  const params = { name: 'open_file', arguments: { path: secret } };

  test.each([
    ['a result', () => toResult(done({})), 'tools/call open_file client=claude ok'],
    [
      'a refusal',
      () => toResult(refused('outside-roots')),
      'tools/call open_file client=claude denied code=outside-roots',
    ],
    [
      'a protocol error',
      () => {
        throw unknownItem('tool', secret);
      },
      'tools/call open_file client=claude error code=-32602',
    ],
  ])('%s has one line with its outcome and no arguments', async (_what, answer, line) => {
    expect(await linesOf(answer, params)).toEqual([line]);
  });

  test('a name that cannot be a tool is left out', async () => {
    const lines = await linesOf(() => ({}), { name: `Bearer ${secret}\n` });
    expect(lines).toEqual(['tools/call client=claude ok']);
  });
});
