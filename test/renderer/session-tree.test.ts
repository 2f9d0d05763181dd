import { describe, expect, it } from 'vitest';
import {
  byAgent,
  endedSessions,
  sessionTree,
  type SessionBranch,
} from '../../src/renderer/sessions/session-tree.ts';
import type { Session } from '../../src/shared/access/access.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import { noon, sampleSession } from './samples.ts';

const session = (name: string, parent: string | null, parts: Partial<Session> = {}): Session =>
  sampleSession({
    sessionId: name as SessionId,
    parentId: parent as SessionId | null,
    ...parts,
  });

const drawn = (branches: readonly SessionBranch[]): string =>
  branches
    .map(({ session: { sessionId }, parts }) =>
      parts.length > 0 ? `${sessionId}(${drawn(parts)})` : sessionId,
    )
    .join(' ');

describe('live sessions', () => {
  it('stand under the ones they are part of', () => {
    const tree = sessionTree([session('c', 'b'), session('b', 'a'), session('a', null)]);
    expect(drawn(tree)).toBe('a(b(c))');
    expect(tree[0]?.parts[0]?.parent?.sessionId).toBe('a');
  });

  it('are never lost when the one above them is gone', () => {
    const over = session('a', null, { ended: { at: noon, by: 'person' }, state: 'REVOKED' });
    expect(drawn(sessionTree([over, session('b', 'a'), session('c', 'unknown')]))).toBe('b c');
  });

  it('come by what ends first, and keep their places when a call comes', () => {
    const late = session('late', null, { expiresAt: noon + 9, idleEndsAt: noon + 1 });
    const first = session('soon', null, { expiresAt: noon + 5, idleEndsAt: noon + 2 });
    expect(drawn(sessionTree([late, first]))).toBe('soon late');
    expect(drawn(sessionTree([{ ...late, idleEndsAt: noon + 4 }, first]))).toBe('soon late');
  });
});

it('ended sessions come by what ended last', () => {
  const ended = [3, 4].map((n) => session(`${n}`, null, { ended: { at: noon + n, by: 'idle' } }));
  const listed = endedSessions([...ended, session('live', null)]);
  expect(listed.map(({ sessionId }) => sessionId)).toEqual(['4', '3']);
});

it('are grouped by agent, those in the same folders together', () => {
  const root = (path: string) => [{ path, device: '1', inode: '2' }];
  const other = { ...sampleSession().agent, clientId: 'cursor' as never };
  const groups = byAgent(
    sessionTree([
      session('a', null, { roots: root('/w/one'), expiresAt: noon + 1 }),
      session('b', null, { roots: root('/w/two'), expiresAt: noon + 2 }),
      session('c', null, { roots: root('/w/one'), expiresAt: noon + 3 }),
      session('d', null, { agent: other, expiresAt: noon + 4 }),
    ]),
  );
  expect(groups.map(({ clientId, branches }) => [clientId, drawn(branches)])).toEqual([
    ['opencode', 'a c b'],
    ['cursor', 'd'],
  ]);
});
