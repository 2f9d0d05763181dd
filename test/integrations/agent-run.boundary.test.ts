/** What an agent finds inside: its program, its login, its settings, its hosts. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames, agentPrograms } from '../../src/shared/agents/agent-programs.ts';
import { scriptOf } from '../../src/main/integrations/agent-run/agent-files.ts';
import { hostsOf } from '../../src/main/integrations/agent-run/agent-hosts.ts';
import {
  noteOnLogin,
  readLogin,
  type ReadLogin,
} from '../../src/main/integrations/agent-run/agent-login.ts';
import { findAgent } from '../../src/main/integrations/agent-run/agent-program.ts';
import { settingsFor } from '../../src/main/integrations/agent-run/agent-settings.ts';
import { put, scratch } from '../fakes/scratch.ts';

const spec = { folder: '/work/a "b"', mcpUrl: 'http://127.0.0.1:7717/mcp', hasKey: false };
const bare = { args: [], environment: {}, login: null };

describe.each(agentNames)('%s', (agent) => {
  const { folders, login, hosts } = agentPrograms[agent];

  it('has every setting and its login in a folder that cannot be moved away', () => {
    const files = settingsFor(agent, spec, '/home/ada').files.map((file) => file.path);
    expect(files.length).toBeGreaterThan(0);
    for (const file of [...files, ...(login ? [login.file] : [])])
      expect(folders).toContain(path.dirname(file));
    // Each folder comes behind the one that it is in.
    for (const [at, folder] of folders.entries())
      for (const outer of folders.filter((one) => folder.startsWith(`${one}/`)))
        expect(folders.indexOf(outer)).toBeLessThan(at);
  });

  it('is told where our MCP server is', () => {
    const { files } = settingsFor(agent, spec, '/home/ada');
    expect(files.some(({ text }) => text.includes(spec.mcpUrl))).toBe(true);
  });

  it('names its hosts', () => {
    const named = hostsOf({ agent, ...bare }).map(({ host }) => host);
    expect(named).toEqual(hosts);
    expect(named.length).toBeGreaterThan(0);
  });
});

describe('hosts', () => {
  const last = (own: Partial<Parameters<typeof hostsOf>[0]>) =>
    hostsOf({ agent: 'claude', ...bare, ...own }).at(-1);

  it('include an address that the user has set', () => {
    const at = (url: string) => last({ environment: { ANTHROPIC_BASE_URL: url } });
    expect(at('https://Models.Example.ORG/v1')).toEqual({ host: 'models.example.org', port: 443 });
    expect(at('http://127.0.0.2:8080')).toEqual({ host: '127.0.0.2', port: 8080 });
    expect(at('nonsense')?.host).toBe('console.anthropic.com');
    expect(at('file:///etc/passwd')?.host).toBe('console.anthropic.com');
  });

  it('include those that Codex is started with, and those of OpenCode’s providers', () => {
    const args = ['-c', 'model_providers.own.base_url="https://llm.example.org/v1"'];
    expect(last({ agent: 'codex', args })?.host).toBe('llm.example.org');
    const config = { provider: { own: { options: { baseURL: 'http://10.0.0.1:1' } } } };
    const environment = { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
    expect(last({ agent: 'opencode', environment })).toEqual({ host: '10.0.0.1', port: 1 });
    const login = { openrouter: {}, constructor: {} };
    expect(last({ agent: 'opencode', login })?.host).toBe('openrouter.ai');
  });
});

describe('the login', () => {
  const login = { file: '.agent/login.json', renewed: ['access', 'refresh'] };
  const text = '{"a":{"access":"1","refresh":"2","account":"me"}}';
  const read = (content: string): ReadLogin => {
    const found = readLogin(homeWith(content), login);
    if (found === null || typeof found === 'string') throw new Error(String(found));
    return found;
  };
  const homeWith = (content: string): string => {
    const home = scratch();
    put(home, login.file, content);
    return home;
  };

  it('is renewed only where it holds something to renew it with', () => {
    expect(read(text).isRenewed).toBe(true);
    expect(read('{"key":{"access":"1"}}').isRenewed).toBe(false);
  });

  it('is nothing but a plain file of the user with an object in it', () => {
    const home = scratch();
    expect(readLogin(home, login)).toBe(null);
    put(home, 'elsewhere.json', text);
    fs.mkdirSync(path.join(home, '.agent'));
    fs.symlinkSync(path.join(home, 'elsewhere.json'), path.join(home, login.file));
    expect(readLogin(home, login)).toContain('cannot be read');
    expect(readLogin(homeWith('[1]'), login)).toContain('not a JSON object');
    expect(readLogin(homeWith(`{"a":"${'x'.repeat(300_000)}"}`), login)).toContain('too large');
  });

  it.each([
    ['tokens of another account', text.replace('"1"', '"3"').replace('"2"', '"4"')],
    ['the same token twice', text.replace('"access":"1"', '"access":"1","access":"3"')],
    ['another kind', text.replace('"1"', 'null')],
    ['no JSON', 'x'],
  ])('with %s inside does not come out', (_, changed) => {
    const before = read(text);
    const copy = put(scratch(), 'copy', changed);
    expect(noteOnLogin(copy, before)).toContain('was not written back');
    expect(fs.readFileSync(before.file, 'utf8')).toBe(text);
  });

  it('that did not change is not mentioned; one that is a link now is not followed', () => {
    const before = read(text);
    const folder = scratch();
    const same = put(folder, 'same', text);
    expect(noteOnLogin(same, before)).toBe(null);
    const link = path.join(folder, 'link');
    fs.symlinkSync(same, link);
    expect(noteOnLogin(link, before)).toContain('was not written back');
  });
});

describe('the program', () => {
  it('is shown with its packages and what runs it, and not taken from the folder', async () => {
    const programs = scratch();
    const folder = scratch();
    const script = put(programs, 'lib/node_modules/agent/cli.js', '#!/usr/bin/env sh\n');
    fs.chmodSync(script, 0o755);
    fs.mkdirSync(path.join(programs, 'bin'));
    fs.symlinkSync(script, path.join(programs, 'bin/agent'));
    const found = await findAgent('agent', { path: `.:${programs}/bin:/usr/bin:/bin`, folder });
    expect(found).toMatchObject({
      program: script,
      folders: [path.join(programs, 'lib/node_modules')],
      path: `${programs}/bin:/usr/bin:/bin`,
    });
    expect('files' in found && found.files).toContain(fs.realpathSync('/bin/sh'));
    const inside = await findAgent('agent', { path: `${programs}/bin`, folder: programs });
    expect(inside).toMatchObject({ code: 'program-refused' });
    const none = await findAgent('nothing', { path: `${programs}/bin`, folder });
    expect(none).toMatchObject({ code: 'agent-not-found' });
  });
});

describe('variables', () => {
  it('are quoted, and no value is read as a command', () => {
    const script = scriptOf({ KEY: "it's $(touch x)\n`id`", 'B;AD': 'x' });
    expect(script).toBe(`export KEY='it'\\''s $(touch x)\n\`id\`'\n`);
  });
});
