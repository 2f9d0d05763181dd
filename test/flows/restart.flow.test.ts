import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool, projectWith } from './tool-call.ts';

describe('a request that waits while Gatehouse restarts', () => {
  it('C5 is restored without a waiting call, and an approval is used when the agent asks again', async () => {
    const dataDir = scratch();
    const { root } = projectWith('a.txt', 'a');
    const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'to read' };
    const first = await TestApp.open(dataDir);
    const key = await first.newKey('patient');
    const before = await first.connect('patient', key);
    const waiting = callTool(before, 'request_access', accessArgs).catch(String);
    const asked = await first.nextAsk();
    await first.app.dispose();
    await before.close();
    await waiting;

    const second = await TestApp.open(dataDir);
    const { asks, sessions } = second.app.core;
    const deadline = second.clock.now() + 60 * 60_000;
    expect(asks.list()).toEqual([{ ...asked, waiting: 0, deadline }]);
    expect(asks.answer(asked.askId, allowAll(asked))).toEqual({ accepted: true });
    expect(sessions.list()).toEqual([]);
    const after = await second.connect('patient', key);
    expect(await callTool(after, 'request_access', accessArgs)).toMatchObject({
      isError: false,
      data: { scopes: ['read:files'], roots: [root] },
    });
    await eventually(() => sessions.list().length === 1);
  });
});

describe('what cannot be read at a start', () => {
  const noticesOf = ({ app }: TestApp) => app.core.state.snapshot().notices;
  const shows = async (dataDir: string): Promise<boolean> => {
    const app = await TestApp.open(dataDir, { window: 'as-set' });
    await app.app.dispose();
    return app.forWindows.showAtStart;
  };

  it('brings up the window, in the log too, with what to do; nothing is lost', async () => {
    const dataDir = scratch();
    expect(await shows(dataDir)).toBe(true);
    expect(await shows(dataDir)).toBe(false);
    put(
      dataDir,
      'settings.json',
      '{ "theme": "purple", "od\\nd": 1, "protectedNames": ["secret"] }',
    );
    const app = await TestApp.open(dataDir, { window: 'as-set' });
    expect(app.forWindows.showAtStart).toBe(true);
    const said = noticesOf(app).find(({ id }) => id === 'broken-settings')?.text ?? '';
    expect(said).toContain('"theme": "system" is used');
    expect(said).toContain('All other settings apply. Correct settings.json');
    expect(app.forWindows.settingsFile.live.protectedNames).toEqual(['secret']);
    expect(said).not.toContain('\n');
    expect(fs.readFileSync(path.join(dataDir, 'gatehouse.log'), 'utf8')).toContain(said);
  });

  it('of workspaces and of changes to clients is set aside, and said', async () => {
    const dataDir = scratch();
    put(dataDir, 'workspaces.json', '{"projects":');
    put(dataDir, 'clients/changes.json', '{"changes":');
    const app = await TestApp.open(dataDir);
    const said = noticesOf(app).filter(({ id }) => id.startsWith('set-aside-'));
    expect(said.map(({ title }) => title).toSorted()).toEqual([
      'The list of changes to clients could not be read',
      'The list of workspaces could not be read',
    ]);
    for (const { text } of said) {
      const movedTo = / was saved as (\S+)\.$/.exec(text)?.[1] ?? '';
      expect(fs.readFileSync(movedTo, 'utf8')).toMatch(/":$/);
    }
  });

  it('a port in use is shown in the window, because clients would reach another program', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    const { port } = blocker.address() as net.AddressInfo;
    const app = await TestApp.open(scratch(), { port, browserPort: 0 });
    expect(noticesOf(app).map(({ title }) => title)).toContain(
      `Another program is using port ${port}`,
    );
  });
});

describe('what a kill left half written', () => {
  it('goes at the next start, and nothing else does', async () => {
    const dataDir = scratch();
    const torn = ['install.key.0123456789ab.tmp', 'state/rules.json.ba9876543210.tmp'];
    for (const name of [...torn, 'mine.tmp']) put(dataDir, name, 'half');
    await TestApp.open(dataDir);
    for (const name of torn) expect(fs.existsSync(path.join(dataDir, name))).toBe(false);
    expect(fs.existsSync(path.join(dataDir, 'mine.tmp'))).toBe(true);
  });
});

describe('rules that cannot be read', () => {
  it('keep the app from starting, say what to do, and stay unchanged', async () => {
    const dataDir = scratch();
    const file = put(dataDir, 'state/rules.json', '[{"effect":"deny"');
    await expect(TestApp.open(dataDir)).rejects.toThrow(`${file} cannot be read. Restore it`);
    expect(fs.readFileSync(file, 'utf8')).toBe('[{"effect":"deny"');
  });
});

describe('a data folder of the first version', () => {
  it('is opened as it is: keys, rules and settings still count', async () => {
    const dataDir = scratch();
    const key = {
      client: 'cursor',
      sha256: 'a'.repeat(64),
      created: '2026-11-16T09:00:00.000Z',
    };
    const rule = {
      ruleId: '3b241101-e2bb-4255-8caf-4136c566a962',
      effect: 'deny',
      client: null,
      actions: ['delete_file'],
      ...{ within: null, exactly: null, exactSentence: null },
      ...{ createdAt: 1, until: null, lastUsedAt: null },
    };
    put(dataDir, 'client-keys.json', JSON.stringify({ keys: [key] }));
    put(dataDir, 'state/rules.json', JSON.stringify([rule]));
    put(dataDir, 'settings.json', '{ "startHidden": false, "askTimeoutSeconds": 60 }');
    const { app } = await TestApp.open(dataDir);
    const { rules, settings, notices } = app.core.state.snapshot();
    expect(rules).toMatchObject([{ ruleId: rule.ruleId, effect: 'deny' }]);
    expect(settings).toMatchObject({ startHidden: false, askTimeoutSeconds: 60 });
    expect(notices.filter(({ tone }) => tone !== 'info')).toEqual([]);
  });
});
