import { expect, it } from 'vitest';
import { isSameCall, requestKey } from '../../src/main/transports/native/same-call.ts';
import type { AskedEvent } from '../../src/main/transports/native/open-call.ts';
import type { NativeFileChange, NativeRequest } from '../../src/shared/native/native-call.ts';

const event = (request: NativeRequest, cwd = '/ws', args: unknown = {}): AskedEvent => ({
  ...{ kind: 'before', conversation: 'c', cwd, callId: null, tool: 'Bash', args, request },
});

const run = (line: string, inBackground = false): NativeRequest => ({
  ...{ kind: 'command', line, inBackground },
});
const edit = (file: Partial<NativeFileChange>): NativeRequest => ({
  kind: 'edit',
  files: [{ path: 'a.txt', change: 'edit', newText: 'x', ...file }],
});

it('takes two hooks for one call', () => {
  expect(isSameCall(event(run('ls')), event(run('ls')))).toBe(true);
  expect(isSameCall(event(edit({})), event(edit({ path: '/ws/a.txt' })))).toBe(true);
});

it.each([
  ['a command in another folder', event(run('ls')), event(run('ls'), '/etc')],
  ['a command in the background', event(run('ls')), event(run('ls', true))],
  ['a relative path in another folder', event(edit({})), event(edit({}), '/other')],
  [
    'a target in another folder',
    event(edit({ change: 'move', path: '/a', to: 'b' })),
    event(edit({ change: 'move', path: '/a', to: 'b' }), '/other'),
  ],
  [
    'an edit whose text only the arguments have',
    event({ kind: 'edit', files: [{ path: '/a', change: 'edit' }] }, '/ws', { cell: 1 }),
    event({ kind: 'edit', files: [{ path: '/a', change: 'edit' }] }, '/ws', { cell: 2 }),
  ],
  [
    'another unknown tool',
    event({ kind: 'unknown-tool', tool: 'one' }),
    event({ kind: 'unknown-tool', tool: 'two' }),
  ],
])('does not take %s for the same', (_what, one, other) => {
  expect(requestKey(one)).not.toBe(requestKey(other));
  expect(isSameCall(one, other)).toBe(false);
});
