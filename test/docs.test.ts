import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const repo = path.resolve(import.meta.dirname, '..');

function testNames(): string {
  return fs
    .readdirSync(path.join(repo, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|e2e)\.ts$/.test(name))
    .map((name) => fs.readFileSync(path.join(repo, 'test', name), 'utf8'))
    .join('\n');
}

it('every promise in docs/SECURITY.md has a test named after it', () => {
  const promises = fs.readFileSync(path.join(repo, 'docs/SECURITY.md'), 'utf8');
  const ids = [...promises.matchAll(/^\| ([A-LW]\d+) \|/gm)].map((match) => match[1] ?? '');
  expect(ids.length).toBeGreaterThan(40);
  const names = testNames();
  const missing = ids.filter(
    (id) => !new RegExp(String.raw`\(\s*['"\x60](?:[A-LW]\d+ )*${id} `).test(names),
  );
  expect(missing).toEqual([]);
});
