/** Lines of several programs: every part is resolved, judged and shown, and one decision covers all. */
import { describe, expect, test } from 'vitest';
import { done } from '../../src/shared/actions/outcomes.ts';
import { answerNext, boldApp, nextConfirm, recordingExecutor } from './core-fixture.ts';

/** With a built-in workbench beside the editor, which starts one program at a time. */
async function lineApp() {
  const app = await boldApp();
  const options = { actions: ['exec_command'], answer: done({}), builtIn: true } as const;
  return { ...app, byEditor: app.ran, ran: recordingExecutor(app.core, options) };
}

async function asked(line: string) {
  const app = await lineApp();
  const calling = app.call('exec_command', { command_line: line, cwd: '/w/app' });
  const ask = await nextConfirm(app.core, app.clock);
  await answerNext(app.core, app.clock, { kind: 'once' });
  await calling;
  return { ask, ran: app.ran };
}

describe('F1 a line of several programs', () => {
  test('is taken apart once: what is shown is what runs', async () => {
    const { ask, ran } = await asked(`git log 2>&1 | head -5 && rm 'a b' ; echo done`);
    expect(ask.command?.argv).toEqual([]);
    expect(ask.command?.program).toBeNull();
    const parts = [
      { argv: ['git', 'log'], stdout: 'kept', stderr: 'output', join: '|' },
      { argv: ['head', '-5'], stdout: 'kept', stderr: 'kept', join: '&&' },
      { argv: ['rm', 'a b'], stdout: 'kept', stderr: 'kept', join: ';' },
      { argv: ['echo', 'done'], stdout: 'kept', stderr: 'kept', join: 'none' },
    ];
    expect(ask.command?.parts).toMatchObject(parts);
    expect(ran[0]?.command?.parts).toMatchObject(parts);
    expect(Object.isFrozen(ran[0]?.command?.parts?.[0])).toBe(true);
  });

  test.each([
    ['npm test 2>&1', [['output', 'kept']]],
    ['rm a 2>/dev/null', [['dropped', 'kept']]],
    ['rm a >/dev/null 2>&1', [['dropped', 'dropped']]],
    ['rm a 2>&1 >/dev/null', [['output', 'dropped']]],
    [
      'rm a | wc 2> /dev/null',
      [
        ['kept', 'kept'],
        ['dropped', 'kept'],
      ],
    ],
    [
      'rm a && rm b 2>&1',
      [
        ['kept', 'kept'],
        ['output', 'kept'],
      ],
    ],
    [
      'rm a &>/dev/null; rm b',
      [
        ['dropped', 'dropped'],
        ['kept', 'kept'],
      ],
    ],
  ])('redirections are for the part that they stand at: %s', async (line, streams) => {
    const { ask } = await asked(line);
    expect(ask.command?.parts?.map(({ stdout, stderr }) => [stderr, stdout])).toEqual(streams);
  });

  test('has the effects and the places of every part', async () => {
    const { ask, ran } = await asked('cat a.txt | tee b.txt && rm c.txt');
    expect(ask.command?.effects).toEqual(['reads', 'writes', 'deletes']);
    expect(ask.command?.parts?.map(({ effects }) => effects)).toEqual([
      ['reads'],
      ['writes'],
      ['deletes'],
    ]);
    const places = ran[0]?.places.map(({ path, use }) => `${use} ${path}`);
    expect(places).toEqual(
      expect.arrayContaining(['read /w/app/a.txt', 'write /w/app/b.txt', 'delete /w/app/c.txt']),
    );
    expect(ask.typeToAllow).toBe('rm');
  });

  test('one part outside the folders refuses the whole line', async () => {
    const { core, call, ran } = await lineApp();
    const line = 'cat a.txt | tee /w/other/b.txt';
    expect(await call('exec_command', { command_line: line })).toMatchObject({
      code: 'command-outside',
    });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
  });

  test('one part that runs other code can only be allowed once, whatever the others do', async () => {
    const { ask } = await asked('cat a.txt | sh');
    expect(ask.command?.effects).toContain('runs-other-code');
    expect(ask.forSession).toBeNull();
    expect(ask.ruleDraft).toBeNull();
  });

  test('another operator makes another call', async () => {
    const digests = new Set<string>();
    for (const line of ['rm a && rm b', 'rm a || rm b', 'rm a; rm b', 'rm a | rm b']) {
      digests.add((await asked(line)).ask.callDigest);
    }
    expect(digests.size).toBe(4);
  });

  test('a leading cd moves all of it, and its folder must be granted', async () => {
    const { ran } = await asked('cd src && rm a.txt');
    expect(ran[0]?.command?.cwd).toBe('/w/app/src');
    expect(ran[0]?.places.map(({ path }) => path)).toContain('/w/app/src/a.txt');
    const { call } = await lineApp();
    expect(await call('exec_command', { command_line: 'cd /w/other && ls' })).toMatchObject({
      code: 'outside-roots',
    });
  });

  test('one that only reads inside the folders is not asked about', async () => {
    const { core, call, ran } = await lineApp();
    const line = 'cat a.txt | head -3 2>/dev/null';
    expect(await call('exec_command', { command_line: line })).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
    expect(core.asks.list()).toEqual([]);
  });
});

describe('F1 a line that is allowed in parts', () => {
  async function answered(line: string, parts: readonly number[]) {
    const app = await lineApp();
    const calling = app.call('exec_command', { command_line: line, cwd: '/w/app' });
    const ask = await nextConfirm(app.core, app.clock);
    const receipt = app.core.asks.answer(ask.askId, { kind: 'once', parts: [...parts] });
    if (receipt.accepted) await calling;
    else app.core.asks.withdraw(ask.askId);
    return { ...app, ask, receipt, outcome: await calling };
  }

  test('runs exactly those, which are recorded, and the agent is told of the others', async () => {
    const { ask, ran, outcome, ledgerStore } = await answered(
      'npm test && rm x.txt ; echo done',
      [0, 2],
    );
    expect(ask.command?.parts?.map(({ does }) => does.length > 0)).toEqual([true, true, true]);
    const [call] = ran;
    expect(call?.command?.parts).toMatchObject([
      { argv: ['npm', 'test'], join: '&&' },
      { argv: ['echo', 'done'], join: 'none' },
    ]);
    expect(call?.command?.effects).not.toContain('deletes');
    expect(call?.places.map(({ path }) => path)).not.toContain('/w/app/x.txt');
    expect(call?.digest).not.toBe(ask.callDigest);
    expect(ledgerStore.writes.join('')).toContain(`"payload_sha256":"${call?.digest}"`);
    expect(outcome).toMatchObject({ kind: 'done', data: { left_out_by_user: ['rm x.txt'] } });
  });

  test('the last one that runs has no join', async () => {
    const { ran } = await answered('npm test && rm x.txt', [0]);
    expect(ran[0]?.command?.parts).toMatchObject([{ argv: ['npm', 'test'], join: 'none' }]);
  });

  test('a pipe is allowed as a whole', async () => {
    const line = 'cat a.txt | sh && rm x.txt';
    expect((await answered(line, [0, 1])).ran[0]?.command?.parts).toHaveLength(2);
    for (const parts of [[0], [1], [1, 2], [0, 1, 3], [1, 0], [0, 0, 1]]) {
      const { receipt, ran } = await answered(line, parts);
      expect(receipt.accepted).toBe(false);
      expect(ran).toEqual([]);
    }
  });

  test('parts are no answer to a single command, nor to a postponed ask', async () => {
    const { core, clock, call } = await lineApp();
    const calling = call('exec_command', { argv: ['rm', 'x.txt'], cwd: '/w/app' });
    const { askId } = await nextConfirm(core, clock);
    expect(core.asks.answer(askId, { kind: 'once', parts: [0] }).accepted).toBe(false);
    core.asks.park(askId);
    await calling;
    const line = call('exec_command', { command_line: 'rm a && rm b', cwd: '/w/app' });
    const ask = await nextConfirm(core, clock);
    core.asks.park(ask.askId);
    await line;
    expect(core.asks.answer(ask.askId, { kind: 'once', parts: [0] }).accepted).toBe(false);
  });
});
