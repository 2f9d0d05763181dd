import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type RunningApp } from './support/app.ts';
import { callTool, grantAll, project, accessRequest } from './support/asks.ts';

const bin = path.resolve(import.meta.dirname, '../../bin/gatehouse.mjs');

function cli(app: RunningApp, ...words: string[]): { readonly code: number | null; said: string } {
  const env = {
    ...process.env,
    GATEHOUSE_DATA_DIR: app.dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(app.dataDir, 'checkpoints'),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    env,
    encoding: 'utf8',
  });
  return { code: status, said: `${stdout}${stderr}` };
}

for (const how of ['renamed', 'deleted'] as const) {
  test(`K14 with the ledger folder ${how} no call is executed, and every surface says so`, async ({
    start,
    desktop,
  }) => {
    const app = await start();
    const client = await app.connect('agent');
    const { root, file } = project();
    await grantAll(app, client, accessRequest(root));
    expect(await callTool(client, 'open_file', { path: file })).toMatchObject({ isError: false });

    const folder = path.join(app.dataDir, 'audit');
    if (how === 'renamed') fs.renameSync(folder, `${folder}-away`);
    else fs.rmSync(folder, { recursive: true });
    expect(await callTool(client, 'open_file', { path: file })).toMatchObject({
      isError: true,
      data: { code: 'audit-unavailable' },
    });
    await expect.poll(() => desktop.tooltip()).toContain('needs attention');
    const menu = await desktop.menu();
    expect(menu.map(({ label }) => label)).toContain('The ledger cannot be written…');
    const doctor = cli(app, 'doctor');
    expect(doctor.code).not.toBe(0);
    expect(doctor.said).toContain(`the folder ${folder} is gone`);
    expect(doctor.said).toContain('The ledger is missing');
    const verified = cli(app, 'verify');
    expect(verified.code).toBe(1);
    expect(verified.said).toMatch(
      /The ledger is missing: there is no folder .* checkpoints record \d+/,
    );
    const notice = (await app.openMainWindow()).getByText(`the folder ${folder} is gone`);
    await expect(notice).toBeVisible();
    if (how === 'deleted') return;

    fs.renameSync(`${folder}-away`, folder);
    await expect
      .poll(async () => (await callTool(client, 'open_file', { path: file })).isError, {
        timeout: 15_000,
      })
      .toBe(false);
    await expect(notice).toBeHidden();
    expect(cli(app, 'verify').code).toBe(0);
    const segments = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    const texts = segments.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    expect(texts.join('')).toContain('ledger.recovered');
  });
}
