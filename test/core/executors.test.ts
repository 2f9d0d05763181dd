import { describe, expect, test } from 'vitest';
import type { Executor } from '../../src/main/core/call/executor.ts';
import { Executors } from '../../src/main/core/gate/executors.ts';
import type { ResolvedCall } from '../../src/main/core/core.ts';
import type { SessionId } from '../../src/shared/base/ids.ts';
import { done, type Outcome } from '../../src/shared/actions/outcomes.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { never, rootAt } from './core-fixture.ts';
import { callOf, placeAt, remove, write } from './judge-fixture.ts';

const editor = (name: string, own: Partial<Executor> = {}): Executor => ({
  name,
  actions: new Set(['open_file', 'edit_buffer', 'delete_file', 'get_buffers']),
  run: async () => done({ by: name }),
  ...own,
});

function executorsWith(...editors: readonly Executor[]) {
  const clock = new FakeClock();
  const executors = new Executors(clock);
  const [first, ...rest] = editors.map((one) => executors.register(one));
  const by = async (call: ResolvedCall): Promise<unknown> => {
    const outcome = await executors.run(call, 'entry', never);
    return outcome.kind === 'done' ? outcome.data['by'] : outcome.code;
  };
  const dispose = (): void => [first, ...rest].forEach((one) => void one?.dispose());
  return { clock, executors, by, dispose };
}

const read = (path: string): ResolvedCall => callOf({ places: [placeAt(path, 'read')] });
const workbench = editor('workbench', { builtIn: true });

describe('who carries a call out', () => {
  test('the editor that has the folder open, else the workbench', async () => {
    const app = editor('app editor', { folders: ['/w/app'] });
    const { by, dispose } = executorsWith(workbench, app);
    expect(await by(read('/w/app/a.ts'))).toBe('app editor');
    expect(await by(write('/w/app/a.ts'))).toBe('app editor');
    expect(await by(write('/w/application/a.ts'))).toBe('workbench');
    expect(await by(write('/w/lib/a.ts'))).toBe('workbench');
    dispose();
  });

  test('the workbench where the editor cannot do it', async () => {
    const app = editor('app editor', { folders: ['/w/app'], actions: new Set(['open_file']) });
    const { by, dispose } = executorsWith(app, workbench);
    expect(await by(read('/w/app/a.ts'))).toBe('app editor');
    expect(await by(write('/w/app/a.ts'))).toBe('workbench');
    dispose();
  });

  test('is known before calls begin, and shown: the sessions of each editor, and the editor of a call', async () => {
    const app = editor('app editor', { folders: ['/w/app'] });
    const { executors, by, dispose } = executorsWith(workbench, app);
    const received: string[] = [];
    const run = async () => {
      received.push('begins');
      return done({});
    };
    const late = executors.register(editor('late', { folders: ['/w/lib'], run }));
    await executors.run(write('/w/lib/a.ts'), 'entry', never, {
      onExecutor: (name) => received.push(name),
    });
    expect(received).toEqual(['late', 'begins']);
    expect(executors.editorFor(write('/w/app/a.ts'))).toBe('app editor');
    expect(executors.editorFor(write('/w/other/a.ts'))).toBe(await by(write('/w/other/a.ts')));
    const session = (sessionId: string, ...roots: readonly string[]) => ({
      sessionId: sessionId as SessionId,
      roots: roots.map(rootAt),
    });
    const shown = executors.editors([session('s1', '/w/app/web'), session('s2', '/w/app', '/w/x')]);
    expect(shown.map(({ name, serves }) => [name, serves])).toEqual([
      ['workbench', ['s2']],
      ['app editor', ['s1', 's2']],
      ['late', []],
    ]);
    await late.dispose();
    dispose();
  });

  test('is none where the user has to choose, and no editor where the workbench does it', () => {
    const testApp = editor('house', { inApp: true, folders: ['/w/house'] });
    const other = editor('other', { folders: ['/w/app'] });
    const app = editor('app editor', { folders: ['/w/app'] });
    const { executors, dispose } = executorsWith(workbench, app, other, testApp);
    expect(executors.editorFor(write('/w/app/a.ts'))).toBeNull();
    expect(executors.editorFor(write('/w/house/a.ts'))).toBeNull();
    const sessions = [{ sessionId: 's1' as SessionId, roots: [rootAt('/w/app')] }];
    expect(executors.editors(sessions).every(({ serves }) => serves.length === 0)).toBe(true);
    executors.choose('/w/app', 'other');
    expect(executors.editorFor(write('/w/app/a.ts'))).toBe('other');
    expect(executors.editors(sessions).find(({ name }) => name === 'other')?.serves).toEqual([
      's1',
    ]);
    dispose();
  });

  test('an editor has all of the paths open, or none', async () => {
    const { by, dispose } = executorsWith(workbench, editor('app editor', { folders: ['/w/app'] }));
    const places = [placeAt('/w/app/a', 'delete'), placeAt('/w/lib/a', 'create')];
    expect(await by(callOf({ action: 'edit_buffer', kind: 'write', places }))).toBe('workbench');
    dispose();
  });

  test('without a path: an editor that has something of the session open', async () => {
    const app = editor('app editor', { folders: ['/w/app/web'] });
    const { by, dispose } = executorsWith(app, workbench);
    const call = (root: string): ResolvedCall => ({
      ...callOf({ action: 'get_buffers', places: [] }),
      session: { roots: [rootAt(root)] } as unknown as ResolvedCall['session'],
    });
    expect(await by(call('/w/app'))).toBe('app editor');
    expect(await by(call('/w/app/web/src'))).toBe('app editor');
    expect(await by(call('/w/lib'))).toBe('workbench');
    dispose();
  });

  test('nobody, when only an editor with other folders is there', async () => {
    const { by, dispose } = executorsWith(editor('app editor', { folders: ['/w/app'] }));
    expect(await by(read('/w/lib/a.ts'))).toBe('editor-disconnected');
    dispose();
    expect(await by(read('/w/app/a.ts'))).toBe('editor-disconnected');
  });
});

describe('B9 two editors with the same folder', () => {
  const one = editor('one', { id: 'one', folders: ['/w/app'] });
  const two = editor('two', { id: 'two', folders: ['/w/app'] });

  test('are both shown; looks go to the newer, changes to neither until the user chooses', async () => {
    const { executors, by, dispose } = executorsWith(workbench, one, two);
    expect(executors.choices()).toMatchObject([
      { folder: '/w/app', editors: [{ name: 'one' }, { name: 'two' }], selected: null },
    ]);
    expect(await by(read('/w/app/a.ts'))).toBe('two');
    expect(await by(write('/w/app/a.ts'))).toBe('editor-choice-needed');
    expect(await by(remove('/w/app/a.ts'))).toBe('editor-choice-needed');
    expect(executors.choose('/w/app', 'three')).toBe(false);
    expect(executors.choose('/w/lib', 'one')).toBe(false);
    expect(executors.choose('/w/app', 'one')).toBe(true);
    expect(executors.choices()).toMatchObject([{ selected: 'one' }]);
    expect(await by(write('/w/app/a.ts'))).toBe('one');
    expect(await by(read('/w/app/a.ts'))).toBe('one');
    dispose();
  });

  test('also when one has only a part of it open', async () => {
    const part = editor('part', { id: 'part', folders: ['/w/app/web'] });
    const { executors, by, dispose } = executorsWith(one, part);
    expect(await by(write('/w/app/a.ts'))).toBe('one');
    expect(await by(write('/w/app/web/a.ts'))).toBe('editor-choice-needed');
    executors.choose('/w/app/web', 'part');
    expect(await by(write('/w/app/web/a.ts'))).toBe('part');
    expect(await by(write('/w/app/a.ts'))).toBe('one');
    dispose();
  });

  test('are one again when the other leaves, and the choice is kept for its return', async () => {
    const { executors, by, dispose } = executorsWith(one);
    const other = executors.register(two);
    executors.choose('/w/app', 'two');
    await other.dispose();
    expect(executors.choices()).toEqual([]);
    expect(await by(write('/w/app/a.ts'))).toBe('one');
    const again = executors.register(editor('two', { id: 'two', folders: ['/w/app'] }));
    expect(await by(write('/w/app/a.ts'))).toBe('two');
    await again.dispose();
    dispose();
  });
});

describe('a file that is being changed', () => {
  /** An editor whose answers the test gives. */
  function slow() {
    const running: { path: string; answer: () => void }[] = [];
    const run: Executor['run'] = (call) =>
      new Promise<Outcome>((resolve) => {
        running.push({ path: call.places[0]?.path ?? '', answer: () => resolve(done({})) });
      });
    const { clock, executors, dispose } = executorsWith(editor('slow', { run }));
    const start = async (call: ResolvedCall, signal = never) =>
      executors.run(call, 'entry', signal);
    const paths = async (): Promise<readonly string[]> => {
      await clock.advance(0);
      return running.map((one) => one.path);
    };
    return { clock, running, start, paths, dispose };
  }

  test('is changed by one call at a time, in the order they came', async () => {
    const { running, start, paths, dispose } = slow();
    const calls = [start(write('/w/a')), start(write('/w/a')), start(write('/w/b'))];
    expect(await paths()).toEqual(['/w/a', '/w/b']);
    running[0]?.answer();
    expect(await paths()).toEqual(['/w/a', '/w/b', '/w/a']);
    running.forEach(({ answer }) => answer());
    expect(await Promise.all(calls)).toMatchObject([{}, {}, {}].map(() => ({ kind: 'done' })));
    dispose();
  });

  test('is read meanwhile', async () => {
    const { running, start, paths, dispose } = slow();
    const calls = [start(write('/w/a')), start(read('/w/a'))];
    expect(await paths()).toEqual(['/w/a', '/w/a']);
    running.forEach(({ answer }) => answer());
    await Promise.all(calls);
    dispose();
  });

  test('is not removed with a folder around it, and nobody overtakes', async () => {
    const { running, start, paths, dispose } = slow();
    const calls = [start(write('/w/d/a')), start(remove('/w/d')), start(write('/w/d/b'))];
    expect(await paths()).toEqual(['/w/d/a']);
    running[0]?.answer();
    expect(await paths()).toEqual(['/w/d/a', '/w/d']);
    running[1]?.answer();
    expect(await paths()).toEqual(['/w/d/a', '/w/d', '/w/d/b']);
    running[2]?.answer();
    await Promise.all(calls);
    dispose();
  });

  test('is waited for ten seconds, then the call is refused and those behind it go on', async () => {
    const { clock, running, start, paths, dispose } = slow();
    const first = start(write('/w/d/a'));
    const second = start(remove('/w/d'));
    await clock.advance(5_000);
    const third = start(write('/w/d/b'));
    expect(await paths()).toEqual(['/w/d/a']);
    await clock.advance(5_000);
    expect(await second).toMatchObject({ kind: 'refused', code: 'held-by-other', retry: 'later' });
    expect(await paths()).toEqual(['/w/d/a', '/w/d/b']);
    running.forEach(({ answer }) => answer());
    await Promise.all([first, third]);
    expect(clock.armed).toBe(0);
    dispose();
  });

  test('is no longer waited for by an agent that went away', async () => {
    const { clock, running, start, paths, dispose } = slow();
    const gone = new AbortController();
    const calls = [start(write('/w/a')), start(write('/w/a'), gone.signal), start(write('/w/a'))];
    await clock.advance(0);
    gone.abort();
    expect(await calls[1]).toMatchObject({ code: 'ask-withdrawn' });
    running[0]?.answer();
    expect(await paths()).toEqual(['/w/a', '/w/a']);
    running[1]?.answer();
    await Promise.all(calls);
    expect(clock.armed).toBe(0);
    dispose();
  });
});
