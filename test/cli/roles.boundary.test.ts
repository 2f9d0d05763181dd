/** `gatehouse roles`: lists, exports, imports and assigns roles of a running app, and never lets a client do more. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { roleTemplates } from '../../src/shared/access/role-templates.ts';
import { scratch } from '../fakes/scratch.ts';
import { TestApp } from '../fakes/test-app.ts';
import { readJson, run } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 90_000 });

test('roles are imported, assigned, shown and exported; nothing becomes wider', async () => {
  const app = await TestApp.open();
  const { dataDir } = app;
  expect((await run(dataDir, 'roles', 'list')).stdout).toBe('No roles.\n');
  const file = path.join(scratch(), 'roles.json');
  const write = (roles: unknown): void =>
    fs.writeFileSync(file, JSON.stringify({ format: 'gatehouse-roles', version: 1, roles }));
  write(roleTemplates);
  expect(await run(dataDir, 'roles', 'import', file)).toMatchObject({
    ...{ code: 0, stdout: 'Imported 2 roles.\n' },
  });
  expect(await run(dataDir, 'roles', 'assign', 'cursor', 'reviewer')).toMatchObject({
    ...{ code: 0, stdout: 'cursor has the role reviewer now.\n' },
  });
  expect((await run(dataDir, 'roles', 'list')).stdout).toMatch(/reviewer +cursor +yes/);
  expect((await run(dataDir, 'roles', 'show', 'reviewer')).stdout).toContain(
    'Its clients never get more than this.',
  );
  const exported = await run(dataDir, 'roles', 'export', '--json');
  expect(readJson(exported.stdout)).toMatchObject({ roles: roleTemplates });

  // A wider role, for a client that has it, needs the window.
  const [reviewer] = roleTemplates;
  write([{ ...reviewer, isLimit: false }]);
  const widened = await run(dataDir, 'roles', 'import', file);
  expect(widened).toMatchObject({ code: 1, stderr: expect.stringContaining('only the window') });
  const builder = await run(dataDir, 'roles', 'assign', 'cursor', 'builder');
  expect(builder).toMatchObject({ code: 1, stderr: expect.stringContaining('only the window') });
  expect(app.app.core.roles.of('cursor')).toMatchObject({ name: 'reviewer', isLimit: true });
  expect(await run(dataDir, 'roles', 'assign', 'cursor', 'nobody')).toMatchObject({ code: 1 });
  fs.writeFileSync(file, 'not json');
  expect(await run(dataDir, 'roles', 'import', file)).toMatchObject({ code: 1 });
});
