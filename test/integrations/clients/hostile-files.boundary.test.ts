/** Config files that another program or a repository wrote to do harm: refused one by one, off main's loop. */
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsoncFormat } from '../../../src/main/integrations/clients/edit/jsonc-format.ts';
import { tomlFormat } from '../../../src/main/integrations/clients/edit/toml-format.ts';
import { yamlFormat } from '../../../src/main/integrations/clients/edit/yaml-format.ts';
import { ConfigReader } from '../../../src/main/integrations/clients/reading/config-reader.ts';
import type { ReaderLimits } from '../../../src/main/integrations/clients/reading/reader-thread.ts';
import type { KnownClient } from '../../../src/shared/integrations/clients.ts';
import { scratch } from '../../fakes/scratch.ts';

const formats = { toml: tomlFormat, yaml: yamlFormat, jsonc: jsoncFormat };
const bomb = ['a: &a [1,1,1,1,1,1,1,1,1,1]']
  .concat(
    Array.from('bcdefghij', (name, at) => {
      const before = 'abcdefghi'[at];
      return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`;
    }),
  )
  .join('\n');

describe('J21 keys that lead to a prototype are refused by name, however they are written', () => {
  it.each([
    ['toml', '[__proto__]\npolluted = 1\n'],
    ['toml', '[mcp_servers.__proto__]\npolluted = 1\n'],
    ['toml', 'a.__proto__.polluted = 1\n'],
    ['toml', '"__proto__".polluted = 1\n'],
    ['toml', "'__proto__' = { polluted = 1 }\n"],
    ['toml', String.raw`"\u005F_proto__".polluted = 1` + '\n'],
    ['toml', 'x = [{ y = { __proto__ = { polluted = 1 } } }]\n'],
    ['toml', '[[__proto__]]\npolluted = 1\n'],
    ['toml', '[[a.constructor.prototype]]\npolluted = 1\n'],
    ['toml', '[constructor.prototype]\npolluted = 1\n'],
    ['yaml', '__proto__:\n  polluted: 1\n'],
    ['yaml', 'a: { "__proto__": { polluted: 1 } }\n'],
    ['yaml', String.raw`a: { "\x5f_proto__": { polluted: 1 } }` + '\n'],
    ['yaml', '- constructor: { prototype: { polluted: 1 } }\n'],
    ['yaml', '? __proto__\n: polluted: 1\n'],
    ['yaml', 'k: &k __proto__\n*k : { polluted: 1 }\n'],
    ['yaml', 'base: &b { __proto__: { polluted: 1 } }\nx:\n  <<: *b\n'],
    ['jsonc', '{ "__proto__": { "polluted": 1 } }'],
    ['jsonc', String.raw`{ "a": [{ "\u005f\u005fproto__": { "polluted": 1 } }] }`],
    ['jsonc', '{ // with a comment\n "a": { "constructor": { "prototype": { "polluted": 1 } } } }'],
    ['jsonc', '{ "prototype": 1, }'],
  ] as const)('%s %j', (name, text) => {
    const parsed = formats[name].parse(text);
    expect(parsed).toHaveProperty('error');
    expect(JSON.stringify(parsed)).toMatch(
      /The key .*(__proto__|constructor|prototype).* is not accepted/,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('J21 what a parser cannot take is a refusal, not an exception', () => {
  it.each([
    ['yaml', 'an unresolved alias', 'a: *nobody\n'],
    ['yaml', 'an alias bomb', bomb],
    ['yaml', 'a file that contains itself', 'a: &a [*a]\n'],
    ['yaml', 'deep nesting', '['.repeat(20_000)],
    ['toml', 'deep nesting', `a = ${'['.repeat(20_000)}`],
    ['jsonc', 'deep nesting', '['.repeat(200_000)],
    ['toml', 'two million characters', `a = "${'x'.repeat(2_000_000)}"`],
    ['yaml', 'two million characters', `a: ${'x'.repeat(2_000_000)}`],
    ['yaml', 'two documents', 'a: 1\n---\nb: 2\n'],
  ] as const)('%s: %s', (name, _what, text) => {
    expect(formats[name].parse(text)).toHaveProperty('error');
  });
});

const read = async (
  files: Readonly<Record<string, string>>,
  clients: readonly KnownClient[],
  limits: Partial<ReaderLimits> = {},
) => {
  const home = scratch();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), text);
  }
  const reader = new ConfigReader(limits);
  onTestFinished(() => reader.dispose());
  const at = { platform: 'linux', env: {}, home };
  // What a thread needs to start is not what is measured.
  await reader.readClient({ client: 'zed', at, project: null, records: [], folders: [] });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const readings = await Promise.all(
    clients.map((client) =>
      reader.readClient({ client, at, project: null, records: [], folders: [] }),
    ),
  );
  delay.disable();
  const errors = readings.map((item) => item?.files.find(({ isThere }) => isThere)?.error);
  return { errors, mostDelayMs: delay.max / 1e6 };
};

it('J21 a 15 MB file of any kind is read or refused without holding up main', async () => {
  const toml = 'a = ['.concat('1,'.repeat(7_500_000), ']\n');
  const jsonc = `{ // x\n${'"k": [1, 2, { "a": "b" }],\n'.repeat(560_000)} }`;
  expect(jsonc.length).toBeGreaterThan(15_000_000);
  const { errors, mostDelayMs } = await read(
    {
      '.codex/config.toml': toml,
      '.config/goose/config.yaml': 'a: b\n'.repeat(3_000_000),
      '.gemini/settings.json': jsonc,
      '.cursor/mcp.json': '{}',
    },
    ['codex', 'goose', 'gemini', 'cursor'],
  );
  console.info(`J21 15 MB files: main was held up for at most ${mostDelayMs.toFixed(0)} ms`);
  expect(errors[0]).toMatch(/too large/);
  expect(errors[1]).toMatch(/too large/);
  expect(errors[3]).toBeNull();
  expect(mostDelayMs).toBeLessThan(500);
}, 120_000);

it('J21 one file that takes too long costs its own card only, and is not tried again until it changes', async () => {
  const slow = `a = [${'1,'.repeat(490_000)}]\n`;
  const { errors } = await read(
    { '.codex/config.toml': slow, '.cursor/mcp.json': '{ "mcpServers": {} }' },
    ['codex', 'cursor', 'codex'],
    { fileMs: 100 },
  );
  expect(errors).toEqual([
    expect.stringMatching(/takes too long to be read/),
    null,
    expect.stringMatching(/takes too long to be read/),
  ]);
}, 60_000);

it('J21 one file that needs too much memory costs its own card only', async () => {
  const heavy = `{ // x\n${'"k": [1, 2, { "a": "b" }],\n'.repeat(400_000)} }`;
  const { errors } = await read(
    { '.gemini/settings.json': heavy, '.cursor/mcp.json': '{}' },
    ['gemini', 'cursor'],
    { heapMb: 48, fileMs: 60_000, planMs: 60_000 },
  );
  expect(errors).toEqual([expect.stringMatching(/too much memory/), null]);
}, 120_000);
