import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DiscoveryFiles } from '../../src/main/platform/files/discovery-files.ts';
import { Discovery } from '../../src/shared/app/discovery.ts';
import { put, scratch } from '../fakes/scratch.ts';

const facts = {
  port: 7717,
  version: '1.2.3',
  management: 'ghmt_secret',
  proofKey: 'ab'.repeat(32),
  pluginSocket: '/run/plugin.sock',
  tlsUrl: null,
  now: Date.UTC(2030, 0, 1),
};

describe('being found', () => {
  test('the discovery file says where we are, readable only by the user, without the token', async () => {
    const folder = scratch();
    await new DiscoveryFiles(folder).write(facts);
    const file = path.join(folder, 'gatehouse.json');
    const text = fs.readFileSync(file, 'utf8');
    expect(Discovery.parse(JSON.parse(text))).toEqual({
      pid: process.pid,
      version: '1.2.3',
      port: 7717,
      url: 'http://127.0.0.1:7717',
      mcpUrl: 'http://127.0.0.1:7717/mcp',
      browserPort: null,
      pluginSocket: '/run/plugin.sock',
      tlsUrl: null,
      managementTokenFile: path.join(folder, 'management.token'),
      proofKey: 'ab'.repeat(32),
      startedAt: '2030-01-01T00:00:00.000Z',
    });
    expect(text).not.toContain('ghmt_secret');
    for (const name of fs.readdirSync(folder))
      expect(fs.statSync(path.join(folder, name)).mode & 0o777, `of ${name}`).toBe(0o600);
    expect(fs.readFileSync(path.join(folder, 'management.token'), 'utf8')).toBe('ghmt_secret');
  });

  test('both files are gone after closing, also when somebody was faster', async () => {
    const folder = scratch();
    const files = new DiscoveryFiles(folder);
    await files.write(facts);
    fs.rmSync(path.join(folder, 'gatehouse.json'));
    await files.dispose();
    await files.dispose();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('leftovers of a crash are replaced', async () => {
    const folder = scratch();
    put(folder, 'gatehouse.json', '{"pid":1');
    fs.chmodSync(put(folder, 'management.token', 'old'), 0o644);
    await new DiscoveryFiles(folder).write(facts);
    const token = path.join(folder, 'management.token');
    expect(fs.readFileSync(token, 'utf8')).toBe('ghmt_secret');
    expect(fs.statSync(token).mode & 0o777).toBe(0o600);
  });
});
