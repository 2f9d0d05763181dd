/** In the real app: creating a git repository is asked, and language support stays inside. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app.ts';
import { allowAccess, askIsVisible, clickAllow, project } from './support/asks.ts';

test('E11 D21 creating the last part of a git directory is asked; no diagnostic comes from outside', async ({
  start,
}) => {
  const app = await start();
  const { root, file } = project();
  fs.mkdirSync(path.join(root, '../sibling'));
  fs.writeFileSync(path.join(root, '../sibling/a.ts'), "export const token = 'SECRET' as const;\n");
  fs.writeFileSync(file, "import { token } from '../sibling/a';\nconst n: 'x' = token;\n");
  const client = await app.connect('opencode');
  const ask = await app.askPage();
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args });
  const asked = call('request_access', {
    scopes: ['create:files', 'detect:errors', 'suggest:completion'],
    roots: [root],
    reason: 'Write files and look at errors.',
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.getByRole('button', { name: /^Read and search/ }).click();
  for (const scope of ['See errors and warnings', 'Ask for completions']) {
    const row = ask.getByRole('checkbox', { name: new RegExp(`${scope}.*reads every file`, 's') });
    await expect(row).toBeVisible();
  }
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  await asked;

  const { structuredContent } = await call('get_errors', { path: file });
  expect(structuredContent).toMatchObject({ code: 'outside-roots' });
  expect(JSON.stringify(structuredContent)).not.toContain('SECRET');

  const monitor = '[core]\n\tfsmonitor = "touch ran"\n';
  for (const [name, content] of [
    ['config', monitor],
    ['objects/x', ''],
  ] as const) {
    const made = await call('create_file', { path: path.join(root, 'x', name), content });
    expect(made.isError ?? false).toBe(false);
  }
  const last = call('create_file', {
    path: path.join(root, 'x/HEAD'),
    content: 'ref: refs/heads/a',
  });
  last.catch(() => undefined);
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByText(/git repository/).first()).toBeVisible();
  expect(fs.existsSync(path.join(root, 'x/HEAD'))).toBe(false);
  await ask.getByRole('button', { name: /^Deny/ }).first().click();
});
