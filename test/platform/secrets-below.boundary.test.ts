/** Whether a search finds files with secrets. */
import { describe, expect, test } from 'vitest';
import { hasSecretsBelow } from '../../src/main/platform/paths/secrets-below.ts';
import { put, scratch } from '../fakes/scratch.ts';

function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = scratch();
  for (const [name, text] of Object.entries(files)) put(folder, name, text);
  return folder;
}

const secret = { 'app/.env': 'TOKEN=1\n' };
const plain = { all: false, patterns: [] };

describe('F6 a search looks at files with secrets', () => {
  test('where it looks at all hidden files', () => {
    expect(hasSecretsBelow(projectWith(secret), { all: true, patterns: [] })).toBe(true);
    expect(hasSecretsBelow(projectWith(secret), plain)).toBe(false);
    expect(hasSecretsBelow(projectWith({ 'a.ts': '' }), { all: true, patterns: [] })).toBe(false);
  });

  test.each([
    '.env',
    '.ENV',
    '.e*',
    '*',
    '**',
    'app/.env',
    '**/.en?',
    '.{env,x}',
    '.[e]nv',
    '{.env,src/x}',
    '\\.env',
  ])('where a pattern asks for them: %s', (pattern) => {
    expect(hasSecretsBelow(projectWith(secret), { all: false, patterns: [pattern] })).toBe(true);
  });

  test.each(['*.ts', '!.env', '!*', 'src/**/*.{ts,tsx}', 'node_modules', '.git'])(
    'and not for others: %s',
    (pattern) => {
      expect(hasSecretsBelow(projectWith(secret), { all: false, patterns: [pattern] })).toBe(false);
    },
  );

  test.each([
    ['.ignore', '!.env\n'],
    ['.rgignore', '# x\n!.en*\n'],
    ['.gitignore', '*.log\r\n!.env \r\n'],
    ['app/.ignore', '\uFEFF!/*\n'],
    ['.git/info/exclude', '!**/.env\n'],
    ['.ignore', `!${'*a'.repeat(200)}\n`],
  ])('where %s asks for them', (name, text) => {
    expect(hasSecretsBelow(projectWith({ ...secret, [name]: text }), plain)).toBe(true);
  });

  test.each(['!.env.example\n', '!src\n', '.env\n', '!*.ts\n'])(
    'not where an ignore file says %j',
    (text) => {
      expect(hasSecretsBelow(projectWith({ ...secret, '.gitignore': text }), plain)).toBe(false);
    },
  );
});
