/** OpenCode in workspaces: its own identity, watched, started again, and nothing left behind. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configFor, isSubstituted } from '../../src/main/integrations/opencode/config.ts';
import { eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool } from '../flows/tool-call.ts';
import { acts, happen, openCodeApp, pathIn, processesIn, startedWith } from './opencode-fixture.ts';

const realFolders = (searched: string): string =>
  [
    ...new Set(
      searched
        .split(':')
        .filter(fs.existsSync)
        .map((item) => fs.realpathSync(item)),
    ),
  ].join(':');

const startFile = (folder: string): boolean => fs.existsSync(path.join(folder, 'build/told.json'));

describe('one OpenCode for each workspace', () => {
  test('two run at once, each with its own key, and neither gets a credential of Gatehouse', async () => {
    const { app, start, topic, project } = await openCodeApp();
    const [item, other] = [await start(topic), await start(project)];
    expect(item?.port).not.toBe(other?.port);
    const [firstStart, otherStart] = [startedWith(topic), startedWith(project)];
    expect(firstStart.argv).toEqual(['serve', '--hostname', '127.0.0.1', '--port', '0']);
    expect(firstStart.env['GATEHOUSE_WORKSPACE_PATH']).toBe(topic);
    expect(firstStart.env['CODEHYDRA_WORKSPACE_PATH']).toBe(topic);
    expect(firstStart.env['CODEHYDRA_MCP_PORT']).toBe(new URL(app.url).port);
    expect(firstStart.env['OPENCODE_DISABLE_PROJECT_CONFIG']).toBe('1');
    expect(firstStart.env['GATEHOUSE_CLIENT_KEY']).not.toBe(otherStart.env['GATEHOUSE_CLIENT_KEY']);
    expect(firstStart.env['OPENCODE_SERVER_PASSWORD']).not.toBe(
      otherStart.env['OPENCODE_SERVER_PASSWORD'],
    );
    expect(firstStart.env['MCP_TOKEN']).toBeUndefined();
    const client = await app.connect('any', firstStart.env['GATEHOUSE_CLIENT_KEY']);
    await callTool(client, 'access_status');
    const names = app.app.core.state.snapshot();
    expect(names.projects[0]?.workspaces.map(({ server }) => server.state)).toEqual([
      'running',
      'running',
    ]);
    const refused = await callTool(client, 'request_access', {
      scopes: ['nonsense'],
      roots: ['/'],
      reason: 'x',
    });
    expect(refused.isError).toBe(true);
    const actors = new Set((await app.ledger()).map(({ actor }) => actor));
    expect([...actors].filter((actor) => actor.startsWith('opencode-topic-'))).toHaveLength(1);
  });

  test('I13 neither the written settings nor the log hold the key or the password', async () => {
    const { app, start, topic, workspaces } = await openCodeApp();
    await start(topic);
    const { env } = startedWith(topic);
    const log = await eventually(() => {
      const lines = workspaces.opencodeLog(topic).join('\n');
      return lines.includes('listening on') ? lines : null;
    });
    const folder = path.join(app.dataDir, 'opencode');
    const files = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
    const written = files.map((name) => fs.readFileSync(path.join(folder, name), 'utf8')).join();
    expect(written).toContain(topic);
    expect(files.map((name) => path.join(folder, name))).toContain(env['OPENCODE_CONFIG']);
    expect(JSON.parse(env['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({
      $schema: 'https://opencode.ai/config.json',
      mcp: {
        gatehouse: {
          type: 'remote',
          url: 'http://127.0.0.1:{env:GATEHOUSE_MCP_PORT}/mcp',
          headers: { 'X-Workspace-Path': topic },
        },
      },
    });
    for (const secret of [env['GATEHOUSE_CLIENT_KEY'], env['OPENCODE_SERVER_PASSWORD']]) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(written).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
    expect(log).toContain('my key is [');
  });

  test('a folder whose name OpenCode would read as something else is told in no header', async () => {
    expect(isSubstituted('/w/{env:HOME}')).toBe(true);
    expect(isSubstituted('/w/{FILE:/etc/passwd}')).toBe(true);
    expect(isSubstituted('/w/{plain}')).toBe(false);
    const headers = (JSON.parse(configFor({ workspace: '/w/日本' })) as never)['mcp']['gatehouse'];
    expect(headers).toMatchObject({
      headers: { 'X-Workspace-Path': 'file:///w/%E6%97%A5%E6%9C%AC' },
    });
    const quoted = configFor({ workspace: '/w/a","b":"c' });
    expect((JSON.parse(quoted) as never)['mcp']['gatehouse']).toMatchObject({
      headers: { 'X-Workspace-Path': '/w/a","b":"c' },
    });
  });

  test('a program that an agent could have written is not run, looked at again at each start', async () => {
    const { workspaces, topic, app, root, start, state } = await openCodeApp();
    const program = path.join(root, 'bin/opencode');
    await start(topic);
    const client = await app.connect('writer', startedWith(topic).env['GATEHOUSE_CLIENT_KEY']);
    const asking = callTool(client, 'request_access', {
      scopes: ['write:files'],
      roots: [path.dirname(program)],
      reason: 'to write there',
    });
    const { askId, scopes, roots } = await app.nextAsk();
    app.app.core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds: 600 });
    await asking;
    expect(await workspaces.opencodeProgram()).toMatchObject({ path: null });
    process.kill(startedWith(topic).pid, 'SIGKILL');
    await state(topic, 'waiting');
    await app.clock.advance(1_000);
    const why = `${program} lies in a folder where agents could have written it.`;
    await eventually(() =>
      app.app.core.state
        .snapshot()
        .projects[0]?.workspaces.some(({ server }) => server.why?.includes(why)),
    );
    expect(fs.readFileSync(path.join(topic, 'build/starts'), 'utf8')).toBe('x');
  });

  test('what is run is the file that was checked, with no folder of agents on its PATH', async () => {
    const before = process.env['PATH'] ?? '';
    const { workspaces, topic, root, start } = await openCodeApp((folder) => {
      fs.mkdirSync(path.join(folder, 'links'));
      fs.symlinkSync('../bin/opencode', path.join(folder, 'links/opencode'));
      return { program: path.join(folder, 'links/opencode') };
    });
    process.env['PATH'] = `${path.join(topic, 'node_modules/.bin')}:.:${before}`;
    onTestFinished(() => void (process.env['PATH'] = before));
    expect((await workspaces.opencodeProgram()).path).toBe(path.join(root, 'links/opencode'));
    await start(topic);
    const { env, script } = startedWith(topic);
    expect(script).toBe(path.join(root, 'bin/opencode'));
    expect(env['PATH']).toBe(realFolders(before));
  });

  test('a folder of agents is not on its PATH by another name, nor one that is not there', async () => {
    const { topic, root, start } = await openCodeApp();
    const before = process.env['PATH'] ?? '';
    onTestFinished(() => void (process.env['PATH'] = before));
    fs.mkdirSync(path.join(topic, 'build/bin'), { recursive: true });
    fs.symlinkSync(path.join(topic, 'build/bin'), path.join(root, 'in'));
    fs.symlinkSync(path.join(root, 'bin'), path.join(topic, 'build/out'));
    const extra = [`${root}/in`, `${topic}/build/out`, `${root}/missing`];
    process.env['PATH'] = [...extra, before].join(':');
    await start(topic);
    expect(startedWith(topic).env['PATH']).toBe(realFolders(before));
  });

  test('a folder that a session was given stays out when the session has ended', async () => {
    const { workspaces, topic, app, root, start } = await openCodeApp();
    await start(topic);
    const client = await app.connect('writer', startedWith(topic).env['GATEHOUSE_CLIENT_KEY']);
    const asking = callTool(client, 'request_access', {
      scopes: ['write:files'],
      roots: [path.join(root, 'bin')],
      reason: 'to write there',
    });
    const { askId, scopes, roots } = await app.nextAsk();
    app.app.core.asks.answer(askId, { kind: 'allow', scopes, roots, seconds: 600 });
    await asking;
    await app.clock.advance(601_000);
    expect(app.app.core.sessions.list().every(({ ended }) => ended)).toBe(true);
    expect(await workspaces.opencodeProgram()).toMatchObject({ path: null });
  });

  test('a program inside of a workspace is not run', async () => {
    const { workspaces, topic } = await openCodeApp((root) => ({
      program: path.join(root, 'app.workspaces/topic/opencode'),
    }));
    put(topic, 'opencode', '#!/bin/sh\n');
    fs.chmodSync(path.join(topic, 'opencode'), 0o755);
    const outcome = await workspaces.startOpenCode(topic);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'program-missing' });
    expect(await workspaces.opencodeProgram()).toMatchObject({ path: null });
  });
});

describe('its life', () => {
  test('it says how busy its agents are, and the tools tell it', async () => {
    const { app, start, topic } = await openCodeApp();
    const server = await start(topic);
    const busy = { sessionID: 'ses_1', status: { type: 'busy' } };
    await happen(topic, server?.port ?? 0, 'session.status', busy);
    const agent = () =>
      app.app.core.state.snapshot().projects[0]?.workspaces.find((item) => item.path === topic)
        ?.agent;
    await eventually(() => agent()?.counts.busy === 1);
    // The session from before is idle; archived ones and those of other folders do not count.
    expect(agent()?.counts).toEqual({ idle: 1, busy: 1, total: 2 });
    await happen(topic, server?.port ?? 0, 'session.created', { info: { id: 'ses_2' } });
    await eventually(() => agent()?.counts.total === 3);
    const idle = { sessionID: 'ses_1', status: { type: 'idle' } };
    await happen(topic, server?.port ?? 0, 'session.status', idle);
    await eventually(() => agent()?.type === 'idle');
    expect(agent()?.counts).toEqual({ idle: 3, busy: 0, total: 3 });
  });

  test('a crash is followed by another start, later each time, and given up in the end', async () => {
    const { app, start, state, topic } = await openCodeApp();
    await start(topic);
    const starts = () => fs.readFileSync(path.join(topic, 'build/starts'), 'utf8').length;
    put(topic, 'build/crash');
    process.kill(startedWith(topic).pid, 'SIGKILL');
    await state(topic, 'waiting');
    expect(processesIn(topic)).toEqual([]);
    expect(starts()).toBe(1);
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000]) {
      await app.clock.advance(pauseMs - 1);
      const before = starts();
      await app.clock.advance(1);
      await eventually(() => starts() > before, 10_000);
      await state(topic, 'waiting');
    }
    await app.clock.advance(16_000);
    const view = await state(topic, 'failed');
    expect(view?.why).toBe('ended with code 7');
  });

  test('stopping ends everything it started, and its key', async () => {
    const { app, start, topic, workspaces } = await openCodeApp();
    await start(topic);
    await eventually(() => processesIn(topic).length >= 2);
    const key = startedWith(topic).env['GATEHOUSE_CLIENT_KEY'];
    expect((await workspaces.stopOpenCode(topic)).kind).toBe('done');
    expect(processesIn(topic)).toEqual([]);
    await expect(app.connect('again', key)).rejects.toThrow(/unauthorized|401|credential/i);
  });

  test('quitting leaves no process behind', async () => {
    const { app, start, topic, project } = await openCodeApp();
    await Promise.all([start(topic), start(project)]);
    await app.app.dispose();
    expect([...processesIn(topic), ...processesIn(project)]).toEqual([]);
  });

  test('what a killed Gatehouse left behind is ended at the next start', async () => {
    const dataDir = path.join(scratch(), 'data');
    fs.mkdirSync(path.join(dataDir, 'opencode'), { recursive: true, mode: 0o700 });
    fs.chmodSync(dataDir, 0o700);
    const mark = createHash('sha256').update(fs.realpathSync(dataDir)).digest('hex').slice(0, 16);
    const env = { PATH: process.env['PATH'], GATEHOUSE_OPENCODE_RUN: `${mark}:from-before` };
    const orphan = spawn('sleep', ['300'], { env, detached: true, stdio: 'ignore' });
    const other = { ...env, GATEHOUSE_OPENCODE_RUN: 'another-house:1' };
    const stranger = spawn('sleep', ['300'], { env: other, detached: true, stdio: 'ignore' });
    await TestApp.open(dataDir);
    await eventually(() => orphan.signalCode === 'SIGTERM');
    expect(stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
    await eventually(() => stranger.signalCode === 'SIGKILL');
  });

  test('it starts with its workspace and after a restart, where the project is set to', async () => {
    const { app, workspaces, projectId, topic, project, state, dataDir } = await openCodeApp();
    expect((await workspaces.setOpenCodeStart(projectId, true)).kind).toBe('done');
    expect(startFile(topic), 'what is there already is left alone').toBe(false);
    const made = pathIn(await workspaces.create({ projectId, name: 'second' }));
    await state(made, 'running');
    const noted = (await app.ledger()).filter(({ action }) => action === 'opencode.started');
    expect(noted.map(({ detail }) => detail)).toEqual([`${made}, because its project is set to`]);
    await app.app.dispose();
    const again = await TestApp.open(dataDir);
    const { state: stateAgain } = acts(again);
    await again.forWindows.workspaces.refresh();
    await Promise.all([topic, made].map((folder) => stateAgain(folder, 'running')));
    expect(startFile(project), 'not in the folder of the project itself').toBe(false);
    await again.forWindows.workspaces.setOpenCodeStart(projectId, false);
    await again.app.dispose();
    fs.rmSync(path.join(made, 'build/told.json'));
    const last = await TestApp.open(dataDir);
    await last.forWindows.workspaces.refresh();
    expect(startFile(made)).toBe(false);
  });

  test('an agent that deletes its own workspace is told so first, and then ends with it', async () => {
    const { app, start, topic } = await openCodeApp();
    await start(topic);
    const client = await app.connect('own', startedWith(topic).env['GATEHOUSE_CLIENT_KEY']);
    const asking = callTool(client, 'request_access', {
      scopes: ['manage:workspace'],
      roots: [topic],
      reason: 'to tidy up',
    });
    const allow = await app.nextAsk();
    const { scopes, roots } = allow;
    app.app.core.asks.answer(allow.askId, { kind: 'allow', scopes, roots, seconds: 60 });
    await asking;
    const deleting = callTool(client, 'workspace_delete', { workspace: topic });
    const ask = await app.nextQuestion();
    app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect((await deleting).data).toEqual({ started: true });
    await eventually(() => !fs.existsSync(topic), 20_000);
    expect(processesIn(topic)).toEqual([]);
  });
});
