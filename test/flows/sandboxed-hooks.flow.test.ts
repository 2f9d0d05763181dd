/** Hooks of an agent inside the sandbox of `gatehouse run`: its own tools are recorded, and nothing is given away. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { put } from '../fakes/scratch.ts';
import { allowAll, eventually } from '../fakes/test-app.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { agentRunApp } from './agent-run-app.ts';

/** Sends the file to the hook as Codex does; a clear answer ends with 10. */
const hook = (file: string): string =>
  `/bin/bash ~/.codex/gatehouse-hook hook codex --confirm < ${file} > out 2> err; echo "$? $(cat out err)"`;

const event = (cwd: string, name: string, more: object): string =>
  JSON.stringify({
    ...{ session_id: 'c1', turn_id: 't', transcript_path: '/t', cwd },
    ...{ hook_event_name: name, permission_mode: 'default', ...more },
  });

const bash = (command: string, id: string) => ({
  ...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: id },
});

async function ledgerOf(app: Awaited<ReturnType<typeof agentRunApp>>['app'], action: string) {
  const lines = await app.ledger();
  return lines.filter((line) => line.action === action);
}

describe.runIf(sandboxRuns)('N72 hooks inside the sandbox', { timeout: 90_000 }, () => {
  test('a command and an edit pass the gate without a question, and are recorded with their outcome', async () => {
    const { app, project, agentIs, run } = await agentRunApp();
    put(project, '1.json', event(project, 'PreToolUse', bash('touch "made ü.txt"', '1')));
    put(project, '2.json', event(project, 'PostToolUse', bash('touch "made ü.txt"', '1')));
    const patch = '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch\n';
    const edit = { tool_name: 'apply_patch', tool_input: { command: patch }, tool_use_id: '2' };
    put(project, '3.json', event(project, 'PreToolUse', edit));
    put(project, '4.json', event(project, 'PostToolUse', { ...edit, tool_response: 'Success' }));
    put(project, '5.json', event('/tmp', 'PreToolUse', bash('ls', '3')));
    agentIs(['#!/bin/bash', ...[1, 2, 3, 4, 5].map((n) => hook(`${n}.json`))].join('\n'), 'codex');
    const { stdout } = await run('codex');
    const answers = stdout.trim().split('\n');
    expect(answers.map((line) => line.trim())).toEqual(['10', '10', '10', '10', '10']);
    const commands = await ledgerOf(app, 'native_command');
    expect(commands.map(({ phase }) => phase)).toEqual(['intent', 'decision', 'outcome']);
    expect(commands[0]?.actor).toMatch(/^codex-sandbox-/);
    expect(commands.at(-1)).toMatchObject({ result: 'done' });
    expect((await ledgerOf(app, 'native_edit')).at(-1)).toMatchObject({ result: 'done' });
    // Its folder exists only inside; the agent has ended without a report.
    const outside = await eventually(async () => {
      const lines = await ledgerOf(app, 'native_tool');
      return lines.at(-1)?.phase === 'outcome' ? lines : undefined;
    }, 20_000);
    expect(outside?.[0]).toMatchObject({ args: { tool: 'Bash', input: { command: 'ls' } } });
    expect(`${outside?.at(-1)?.result} ${outside?.at(-1)?.code}`).toBe('unknown outcome-unknown');
  });

  test('a rule of the user holds, and its no comes back in words', async () => {
    const { app, project, agentIs, run } = await agentRunApp();
    const { rules } = app.app.core;
    const draft = { effect: 'deny', client: null, within: null, seconds: null } as const;
    const made = await rules.make({ ...draft, actions: ['exec_command'], fromEntry: null });
    if (!made.made) throw new Error(made.why);
    await rules.add(made.rule);
    put(project, '1.json', event(project, 'PreToolUse', bash('echo hi', '1')));
    agentIs(`#!/bin/bash\n${hook('1.json')}\n`, 'codex');
    const { stdout } = await run('codex');
    expect(stdout).toMatch(/^10 \{.*"permissionDecision":"deny".*rule/);
  });

  test('a broken, huge or unknown message is refused, and nothing is read or asked for outside', async () => {
    const { app, home, project, agentIs, run } = await agentRunApp();
    put(home, '.ssh/id_rsa', 'the secret key');
    put(project, '1.json', '{"half":');
    put(project, '2.json', `{"a":"${'x'.repeat(9 * 1024 ** 2)}"}`);
    put(project, '3.json', event(project, 'PreToolUse', bash('', '1')));
    const key = path.join(home, '.ssh/id_rsa');
    const write = { tool_name: 'Write', tool_input: { file_path: key, content: 'x' } };
    put(project, '4.json', event(project, 'PreToolUse', { ...write, tool_use_id: '4' }));
    fs.symlinkSync(key, path.join(project, 'link'));
    const link = { file_path: path.join(project, 'link'), content: 'x' };
    put(project, '5.json', event(project, 'PreToolUse', { ...write, tool_input: link }));
    const { host, port } = new URL(app.app.mcpUrl);
    const send = (route: string): string =>
      `{ exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'POST ${route} HTTP/1.1\\r\\nHost: ${host}\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n' >&3; head -n1 <&3; }`;
    agentIs(
      [
        '#!/bin/bash',
        ...[1, 2, 3].map((n) => hook(`${n}.json`)),
        `/bin/bash ~/.codex/gatehouse-hook hook claude-code < 4.json; echo "[$?]"`,
        `/bin/bash ~/.codex/gatehouse-hook hook claude-code < 5.json; echo "[$?]"`,
        ...['/sandboxed-hook/nobody', '/hook', '/api/sessions', '/sandboxed-hook/../hook'].map(
          send,
        ),
        'echo x > ~/.codex/gatehouse-hook || echo kept',
      ].join('\n'),
      'codex',
    );
    const { stdout } = await run('codex');
    const [broken, huge, ...others] = stdout.trim().split('\n');
    expect(broken).toMatch(/^2 .*Gatehouse/);
    expect(huge).toMatch(/^2 .*too large for Gatehouse/);
    // Neither the ask nor the answer has anything of a file outside.
    expect(stdout).not.toContain('the secret key');
    expect(others.slice(-5)).toEqual([
      ...[expect.stringMatching(/ 404 /), expect.stringMatching(/ 404 /)],
      ...[expect.stringMatching(/ 404 /), expect.stringMatching(/ 40\d /), 'kept'],
    ]);
    const asked = (await app.ledger()).filter(({ action }) => action === 'request_access');
    expect(new Set(asked.map(({ entry }) => entry)).size).toBe(1);
    expect(fs.readFileSync(key, 'utf8')).toBe('the secret key');
  });

  test('Claude Code’s hooks lead to the same place, at the port of the MCP server', async () => {
    const { app, project, agentIs, start, answer } = await agentRunApp();
    put(project, '1.json', event(project, 'PreToolUse', bash('echo hi', '1')));
    agentIs(
      [
        '#!/bin/bash',
        String.raw`url=$(grep -o 'http://127[^"]*sandboxed-hook[^"]*' ~/.claude/settings.json | head -n1)`,
        'curl -sS --max-time 20 -w " %{http_code}\\n" -H "Content-Type: application/json" --data-binary @1.json "$url"',
      ].join('\n'),
    );
    const { child, ended } = start(['claude']);
    child.stdin.end();
    await answer(allowAll);
    const { stdout } = await ended;
    expect(stdout).toMatch(/"permissionDecision":"allow".* 200$/m);
    expect((await ledgerOf(app, 'native_command')).length).toBeGreaterThan(1);
  });
});
