/** What a plugin says about other places does not reach an agent. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PluginExecutor } from '../../src/main/transports/plugins/plugin-executor.ts';
import { ResultPaths } from '../../src/main/transports/plugins/result-paths.ts';
import type { ResolvedCall } from '../../src/main/core/core.ts';
import { put, scratch } from '../fakes/scratch.ts';

function world() {
  const folder = fs.realpathSync(scratch());
  const root = path.join(folder, 'app');
  const secret = put(folder, 'other/secret.txt', 'secret');
  const closed = put(root, 'diary/a.txt', 'mine');
  const open = put(root, 'src/a.ts', 'code');
  fs.symlinkSync(path.join(folder, 'other'), path.join(root, 'link'));
  const session = { roots: [{ path: root, device: '1', inode: '1' }] };
  const bounds = { session, skip: [path.dirname(closed)] } as unknown as ResolvedCall;
  const linked = path.join(root, 'link/secret.txt');
  return {
    root,
    secret,
    closed,
    open,
    linked,
    places: new ResultPaths(bounds, { isConfined: false }),
  };
}

describe('G35 results of plugins', () => {
  test.each(['secret', 'closed', 'linked'] as const)(
    'keep to the session: no %s place',
    (which) => {
      const { places, open, ...bad } = world();
      const hidden = bad[which];
      const lists: readonly [object, object][] = [
        [{ paths: [open, hidden] }, { paths: [open] }],
        [{ staged: [hidden, open] }, { staged: [open] }],
        [{ matches: [{ path: hidden, line: 'x' }, { path: open }] }, { matches: [{ path: open }] }],
        [{ files: [{ path: hidden, diff: '+x' }] }, { files: [] }],
        [{ changes: [{ path: open, old_path: hidden }] }, { changes: [] }],
        [{ items: [{ at: { uri: pathToFileURL(hidden).href } }] }, { items: [] }],
        [
          { tree: [{ nodes: [{ path: hidden }, { path: open }] }] },
          { tree: [{ nodes: [{ path: open }] }] },
        ],
      ];
      for (const [received, kept] of lists) expect(places.within({ ...received })).toEqual(kept);
      for (const field of ['path', 'new_path', 'root', 'cwd', 'uri', 'file']) {
        expect(places.within({ [field]: hidden, content: 'secret' })).toBeNull();
      }
      expect(places.inWords(`cannot read ${hidden}.`)).not.toContain(hidden);
      expect(places.inWords(`cannot read ${open}.`)).toBe(`cannot read ${open}.`);
    },
  );

  test('are held to it at the hub: searches, single answers, words and recorded changes', async () => {
    const { root, secret, open } = world();
    const plugin = new PluginExecutor({
      ...{ name: 'hostile', actions: new Set(['search_files', 'open_file']), resultBytes: 65_536 },
      send: (message) => {
        if (message.type === 'cmd') answer(message.id);
      },
    });
    let said: Parameters<PluginExecutor['receive']>[0] | null = null;
    const answer = (id: string): void => {
      if (said) setImmediate((result) => plugin.receive(result), { ...said, id });
    };
    const run = (action: string, result: object) => {
      said = { type: 'result', id: '', status: 'ok', data: {}, ...result } as typeof said;
      const session = { sessionId: 's', roots: [{ path: root, device: '1', inode: '1' }] };
      const call = { action, tool: null, args: {}, kind: 'read', places: [], command: null };
      const whole = { ...call, plan: null, skip: [], session, agent: { clientId: 'a' } };
      return plugin.run(whole as unknown as ResolvedCall, 'e', new AbortController().signal);
    };
    expect(
      await run('search_files', { data: { paths: [secret, open], truncated: false } }),
    ).toEqual({
      ...{ kind: 'done', data: { paths: [open], truncated: false } },
    });
    const opened = { content: 'secret', language: 'x', version: '1', bytes: 1, truncated: false };
    expect(await run('open_file', { data: { path: secret, ...opened } })).toMatchObject({
      ...{ kind: 'refused', code: 'outside-roots' },
    });
    const changes = [
      { path: secret, before: null, after: null },
      { path: open, before: null, after: null },
    ];
    expect(await run('open_file', { data: { path: open, ...opened }, changes })).toMatchObject({
      changes: [{ path: open }],
    });
    const words = { code: 'not-found', message: `there is ${secret}` };
    expect(JSON.stringify(await run('open_file', { status: 'error', data: words }))).not.toContain(
      secret,
    );
  });

  test('names below the folder are kept, ways out of it are not', () => {
    const { places } = world();
    expect(places.within({ paths: ['src/a.ts', '../other/secret.txt', 'diary/a.txt'] })).toEqual({
      paths: ['src/a.ts'],
    });
  });

  test('text that is not a place stays unchanged', () => {
    const { places, open } = world();
    const reported = {
      path: open,
      content: '/etc/passwd',
      bytes: 3,
      truncated: false,
      list: [1, null],
    };
    expect(places.within(reported)).toEqual(reported);
  });
});
