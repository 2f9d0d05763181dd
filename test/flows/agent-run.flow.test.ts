/** `gatehouse run`, from the command line through the ask to the agent inside its sandbox and back. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { allowAll, eventually } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { agentRunApp } from './agent-run-app.ts';

/** Says what it is sent, until it is sent "end". */
const echoing = `#!/bin/bash
trap "echo caught" INT
stty size; [ -t 0 ] && [ -t 1 ] && echo a tty
while :; do
  read -r line || continue
  case $line in size) stty size ;; end) exit 5 ;; *) echo "got $line" ;; esac
done
`;

describe.runIf(sandboxRuns)('gatehouse run', { timeout: 90_000 }, () => {
  test('asks for the folder, names the hosts, runs inside and returns the exit code', async () => {
    const { app, project, agentIs, start, answer } = await agentRunApp();
    agentIs('#!/bin/sh\necho "in $PWD with $1"; echo wrong >&2; echo text > made.txt; exit 7\n');
    const { child, ended } = start(['claude', '--', 'say hi']);
    child.stdin.end();
    const ask = await answer(allowAll);
    expect(ask.run).toEqual({
      agent: 'claude',
      hosts: ['api.anthropic.com:443', 'platform.claude.com:443', 'console.anthropic.com:443'],
    });
    expect(ask.roots).toEqual([project]);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 7, stderr: 'wrong\n' });
    expect(stdout).toMatch(new RegExp(`^in ${project} with --mcp-config=`));
    expect(fs.readFileSync(path.join(project, 'made.txt'), 'utf8')).toBe('text\n');
    await eventually(() => app.app.core.sessions.list()[0]?.ended?.by === 'agent', 20_000);
    const lines = (await app.ledger()).filter(({ action }) => action === 'run_agent');
    expect(lines.map(({ phase }) => phase)).toEqual(['intent', 'decision', 'outcome']);
    expect(lines.at(-1)).toMatchObject({ result: 'done', detail: 'Ended with exit code 7.' });
    expect(lines.at(-1)?.changes).toMatchObject([{ path: path.join(project, 'made.txt') }]);
  });

  test('a no starts nothing', async () => {
    const { project, agentIs, start, answer } = await agentRunApp();
    agentIs('#!/bin/sh\ntouch ran.txt\n');
    const { ended } = start(['claude']);
    await answer(() => ({ kind: 'deny', reason: 'not today' }));
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain('not today');
    expect(fs.existsSync(path.join(project, 'ran.txt'))).toBe(false);
  });

  test('it has a copy of its login, settings that it cannot change, and nothing else of the home', async () => {
    const { home, agentIs, run } = await agentRunApp();
    put(home, '.claude/.credentials.json', '{"claudeAiOauth":{"accessToken":"a"}}');
    put(home, '.claude/settings.json', '{"mine":true}');
    put(home, '.ssh/id_rsa', 'key');
    agentIs(
      [
        '#!/bin/sh',
        'cat ~/.claude/.credentials.json; echo',
        'ls -A ~; cat ~/.ssh/id_rsa 2>&1',
        'grep -c mine ~/.claude/settings.json',
        'echo x > ~/.claude/settings.json || echo settings kept',
        'mv ~/.claude ~/elsewhere 2>/dev/null || echo folder kept',
        'rm -f ~/.claude/settings.json 2>/dev/null || echo file kept',
        'echo y > ~/.claude/.credentials.json || echo login kept',
      ].join('\n'),
    );
    const { stdout } = await run('claude');
    expect(stdout).toContain('{"claudeAiOauth":{"accessToken":"a"}}');
    expect(stdout).toContain('No such file');
    for (const kept of ['settings kept', 'folder kept', 'file kept', 'login kept'])
      expect(stdout).toContain(kept);
    expect(stdout).toMatch(/^0$/m);
    expect(fs.readFileSync(path.join(home, '.claude/settings.json'), 'utf8')).toBe('{"mine":true}');
  });

  test('a login that changed inside leaves the user’s own unchanged, and the entry records it', async () => {
    const { app, home, agentIs, run } = await agentRunApp();
    const login = (token: string) =>
      `{"claudeAiOauth":{"accessToken":"${token}","refreshToken":"r-${token}"}}`;
    const file = put(home, '.claude/.credentials.json', login('own'));
    agentIs(`#!/bin/sh\necho '${login('attacker')}' > ~/.claude/.credentials.json\n`);
    expect((await run('claude')).code).toBe(0);
    await eventually(() => app.app.core.sessions.list()[0]?.ended, 20_000);
    expect(fs.readFileSync(file, 'utf8')).toBe(login('own'));
    const last = (await app.ledger()).findLast(({ action }) => action === 'run_agent');
    expect(last?.detail).toContain('was not written back');
  });

  test('the MCP server knows it by its sandbox alone, and has only its session', async () => {
    const { app, agentIs, run, project } = await agentRunApp();
    put(project, 'a.txt', 'content');
    const { port } = new URL(app.url);
    const message = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'open_file', arguments: { path: path.join(project, 'a.txt') } },
    });
    const headers = `-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'`;
    const initialize = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      },
    });
    agentIs(
      [
        '#!/bin/sh',
        `url=http://127.0.0.1:${port}/mcp`,
        `id=$(curl -sS -D - -o /dev/null ${headers} -d '${initialize}' $url | tr -d '\\r' | sed -n 's/^mcp-session-id: //ip')`,
        `curl -sS ${headers} -H "Mcp-Session-Id: $id" -d '{"jsonrpc":"2.0","method":"notifications/initialized"}' $url`,
        `curl -sS ${headers} -H "Mcp-Session-Id: $id" -d '${message}' $url`,
        `curl -sS -o /dev/null -w 'status %{http_code}' http://127.0.0.1:${port}/status`,
      ].join('\n'),
    );
    const { stdout } = await run('claude');
    expect(stdout).toContain('content');
    expect(stdout).toContain('status 404');
    const call = (await app.ledger()).find(({ action }) => action === 'open_file');
    expect(call?.actor).toMatch(/^claude-sandbox-[0-9a-f]{16}$/);
  });

  test('a terminal: its size, raw input, Ctrl-C and the exit code', async () => {
    const { agentIs, open, answer } = await agentRunApp();
    agentIs(echoing);
    const { pty, see, ended, shown } = open(['claude']);
    await answer(allowAll);
    await see('30 90');
    await see('a tty');
    pty.write('hello\r');
    await see('got hello');
    pty.write('\u0003');
    await see('caught');
    pty.resize(77, 22);
    await new Promise((resolve) => setTimeout(resolve, 300));
    pty.write('size\r');
    await see('22 77');
    pty.write('end\r');
    expect(await ended).toBe(5);
    // Line ends come as the agent's terminal made them.
    expect(shown.text).toContain('\na tty\r\n');
    expect(shown.text).not.toContain('set tty process group');
  });

  test('Ctrl-Z suspends it in the user’s shell, and fg brings it back', async () => {
    const { agentIs, open, answer } = await agentRunApp();
    agentIs(echoing);
    const { pty, see } = open(['claude'], '/bin/bash');
    await answer(allowAll);
    await see('a tty');
    pty.write('\u001A');
    await see('code=148');
    pty.write('echo in the $((1 + 1))nd shell\r');
    await see('in the 2nd shell');
    pty.write('fg\r');
    await new Promise((resolve) => setTimeout(resolve, 500));
    pty.write('again\r');
    await see('got again');
    pty.write('end\r');
    // Until its prompt is there, what is typed is the agent's.
    await see(/got again[\s\S]*[#$] $/);
    pty.write('echo then $?\r');
    await see('then 5');
    pty.write('exit\r');
  });

  test('revoking the session ends the agent', async () => {
    const { app, agentIs, start, project, answer } = await agentRunApp();
    agentIs('#!/bin/sh\ntrap "" HUP TERM; echo up; while :; do sleep 0.1; date > beat.txt; done\n');
    const { ended, ran } = start(['claude']);
    await answer(allowAll);
    await eventually(() => ran.stdout.includes('up'), 20_000);
    const [session] = app.app.core.sessions.list();
    app.app.core.sessions.end(session?.sessionId ?? ('' as never), 'person');
    const { code, stderr } = await ended;
    expect(code).toBe(137);
    expect(stderr).toContain('You revoked its access.');
    const beat = fs.readFileSync(path.join(project, 'beat.txt'), 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(fs.readFileSync(path.join(project, 'beat.txt'), 'utf8')).toBe(beat);
  });

  describe.each(['with pipes', 'on a terminal'])('paused, %s', (how) => {
    /** It counts, in a program that it started as well. */
    const counting = [
      '#!/bin/sh',
      'count() { i=0; while :; do i=$((i+1)); echo $i > $1; sleep 0.05; done; }',
      '(trap "" HUP; count other.txt) &',
      'count count.txt',
    ].join('\n');
    const counter = async () => {
      const { app, project, agentIs, start, open, answer } = await agentRunApp();
      agentIs(counting);
      const { ended } = how === 'with pipes' ? start(['claude']) : open(['claude']);
      await answer(allowAll);
      const read = (): string =>
        ['count.txt', 'other.txt']
          .map((name) => path.join(project, name))
          .map((file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '0'))
          .join();
      await eventually(
        () =>
          read()
            .split(',')
            .every((text) => Number(text) > 2),
        20_000,
      );
      const [session] = app.app.core.sessions.list();
      if (!session) throw new Error('no session');
      const { sessionId } = session;
      return { sessions: app.app.core.sessions, sessionId, read, ended };
    };
    const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

    test('the agent stands still, and goes on afterwards', async () => {
      const { sessions, sessionId, read } = await counter();
      expect(await sessions.pauseAll()).toBe(1);
      await passing(500);
      const still = read();
      await passing(1_000);
      expect(read()).toBe(still);
      expect(await sessions.resumeAll()).toBe(1);
      await eventually(() => {
        const before = still.split(',').map(Number);
        return read()
          .split(',')
          .every((text, at) => Number(text) > (before[at] ?? 0));
      }, 20_000);
      await sessions.pause(sessionId);
      await passing(500);
      const again = read();
      await passing(500);
      expect(read()).toBe(again);
    });

    test('the agent ends with its session, without running again', async () => {
      const { sessions, sessionId, read, ended } = await counter();
      await sessions.pause(sessionId);
      await passing(500);
      const still = read();
      sessions.end(sessionId, 'person');
      const end = await ended;
      expect(typeof end === 'number' ? end : end.code).toBe(137);
      expect(read()).toBe(still);
    });
  });

  test('when gatehouse run is killed, the agent and its session end', async () => {
    const { app, agentIs, start, answer } = await agentRunApp();
    agentIs('#!/bin/sh\necho up; sleep 1000\n');
    const { child, ran } = start(['claude']);
    await answer(allowAll);
    await eventually(() => ran.stdout.includes('up'), 20_000);
    child.kill('SIGKILL');
    await eventually(() => app.app.core.sessions.list()[0]?.ended?.by === 'agent', 20_000);
    const last = (await app.ledger()).findLast(({ action }) => action === 'run_agent');
    expect(last?.detail).toContain('The terminal was closed.');
  });

  test('a host that the ask named is reached, another one is asked about', async () => {
    const { app, agentIs, start, answer, question } = await agentRunApp();
    agentIs(
      '#!/bin/sh\ncurl -sS -m 5 http://127.0.0.2:9/ 2>&1; curl -sS -m 20 http://127.0.0.3:9/ 2>&1\n',
    );
    const { child, ended } = start(['claude'], { ANTHROPIC_BASE_URL: 'http://127.0.0.2:9' });
    child.stdin.end();
    const access = await answer(allowAll);
    expect(access.run?.hosts).toContain('127.0.0.2:9');
    const network = await question();
    expect(network.kind === 'confirm' && network.network?.host).toBe('127.0.0.3');
    app.app.core.asks.answer(network.askId, { kind: 'deny', reason: 'no' });
    const { stdout } = await ended;
    expect(stdout).toMatch(/no/);
  });

  test('it does not start from the folder that it works in, nor in the home folder', async () => {
    const { home, project, agentIs, start } = await agentRunApp();
    agentIs('#!/bin/sh\nexit 0\n');
    fs.chmodSync(put(project, 'bin/claude', '#!/bin/sh\ncat ~/.claude/.credentials.json\n'), 0o755);
    const own = start(['claude'], { PATH: `${project}/bin:/usr/bin:/bin` });
    expect((await own.ended).stderr).toContain('lies in the folder that it would work in');
    const none = start(['codex']);
    expect((await none.ended).stderr).toContain('was not found on the PATH');
    expect(home).not.toBe(project);
  });
});
