import { describe, expect, test } from 'vitest';
import { rebuiltAs, rebuiltFolders } from '../../src/main/platform/checkpoints/rebuilt-folders.ts';

const look = (beside: readonly string[] = [], inside: readonly string[] = []) => ({
  beside: () => beside,
  hasInside: (name: string) => inside.includes(name),
});

const rows = rebuiltFolders.flatMap(({ names, beside, inside }) =>
  names.split(' ').map((name) => ({ name, beside, inside })),
);

describe('folders that tools make again', () => {
  test('each name stands in the table once', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  test.each(rows)('$name is known with its evidence, and with nothing less', (row) => {
    const { name, beside, inside } = row;
    const source = beside?.split(' ')[0]?.replace('*', 'app');
    const evidence = look(source ? [source] : [], inside ? [inside] : []);
    expect(rebuiltAs(name, evidence)).toBe(beside ? 'by-source' : 'by-name');
    expect(rebuiltAs(name, look())).toBe(beside || inside ? null : 'by-name');
  });

  test.each(['notes', 'data', '.git', 'vendor', 'target', 'venv', '.env', 'backup', '.terraform'])(
    '%s alone is not',
    (name) => {
      expect(rebuiltAs(name, look(['README.md'], ['README.md']))).toBe(null);
    },
  );
});
