/** An agent's file changes: diffs, replay, and restoring a file. */
import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { callTool, grantAll, project } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const notes = (own: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 12 }, (_, at) => `${own[at + 1] ?? `line ${at + 1}`}\n`).join('');

/** An agent that changed two files and created a third, all through MCP. */
async function steps(app: RunningApp) {
  const { root, file } = project();
  const other = path.join(root, 'notes.md');
  const made = path.join(root, 'made.txt');
  fs.writeFileSync(other, notes());
  fs.chmodSync(other, 0o640);
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'create:files', 'write:files'],
    roots: [root],
    reason: 'To fix the greeting.',
  });
  const write = async (target: string, content: string): Promise<void> => {
    const args = { path: target, content, overwrite: true };
    expect(await callTool(client, 'create_file', args)).toMatchObject({ isError: false });
  };
  await write(file, "export const greeting = 'good morning';\n");
  await write(other, notes({ 4: 'what the agent wrote' }));
  await write(made, 'made by the agent\n');
  return { file, other, made };
}

async function openEntry(page: Page, name: string): Promise<void> {
  const row = page.locator('.entry-place').filter({ hasText: name }).first();
  await row.getByRole('button').first().click();
  await expect(row.getByRole('list', { name: 'Steps of this entry' })).toBeVisible();
}

async function seriousProblems(page: Page): Promise<readonly unknown[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

test('the user reads a diff, replays the session and restores one file', async ({ start }) => {
  test.setTimeout(120_000);
  const app = await start();
  const { file, other, made } = await steps(app);
  const page = await app.openMainWindow();
  await page.getByRole('button', { name: 'Activity' }).first().click();

  // The diff of one step, in the details of its entry.
  await openEntry(page, 'notes.md');
  const diff = page.getByRole('region', { name: 'Diff of notes.md' });
  await expect(diff).toContainText('what the agent wrote');
  await diff.scrollIntoViewIfNeeded();
  await takeScreenshots(app, page, 'history-diff');
  expect(await seriousProblems(page)).toEqual([]);

  // The replay starts at the selected entry and can be controlled by keyboard.
  await page.getByRole('button', { name: 'Replay this session' }).click();
  const replay = page.getByRole('dialog', { name: /^Session replay/ });
  const slider = replay.getByRole('slider', { name: 'Step' });
  await expect(slider).toBeFocused();
  const step = replay.getByRole('region', { name: 'This step', exact: true });
  await expect(step).toContainText('notes.md');
  await page.keyboard.press('ArrowLeft');
  await expect(step).toContainText('greeting.ts');
  await expect(step.getByRole('region', { name: 'Diff of greeting.ts' })).toContainText('morning');
  const filesThen = replay.getByRole('region', { name: 'Files as of this step' });
  await expect(filesThen).not.toContainText('notes.md');
  await page.keyboard.press('End');
  await expect(step).toContainText('made.txt');
  await filesThen.getByRole('button', { name: /notes\.md/ }).click();
  await expect(filesThen.getByRole('region')).toContainText('what the agent wrote');
  // Arrow keys move through the steps even when the slider has no focus.
  await page.keyboard.press('ArrowLeft');
  await expect(step.getByRole('region', { name: 'Diff of notes.md' })).toBeVisible();
  await takeScreenshots(app, page, 'history-replay');
  expect(await seriousProblems(page)).toEqual([]);

  // The user edited the file meanwhile: that edit stays, the step is undone.
  const mine = notes({ 4: 'what the agent wrote', 11: 'what I wrote' });
  fs.writeFileSync(other, mine);
  await step.getByRole('button', { name: 'Restore notes.md to before this step' }).click();
  const restore = page.getByRole('dialog', { name: /^Restore notes\.md/ });
  await expect(restore.getByText('later changes stay')).toBeVisible();
  await takeScreenshots(app, page, 'history-restore');
  expect(await seriousProblems(page)).toEqual([]);
  expect(fs.readFileSync(other, 'utf8')).toBe(mine);
  await restore.getByRole('button', { name: 'Undo this step' }).click();
  await expect(restore.getByRole('status')).toContainText('no longer has that step');
  await takeScreenshots(app, page, 'history-restored');
  await restore.getByRole('button', { name: 'Close' }).click();
  await expect(restore).toBeHidden();
  expect(fs.readFileSync(other, 'utf8')).toBe(notes({ 11: 'what I wrote' }));
  expect(fs.statSync(other).mode & 0o777).toBe(0o640);

  // The same line of the other file was changed: refused, with the difference.
  fs.writeFileSync(file, "export const greeting = 'mine';\n");
  await page.keyboard.press('ArrowLeft');
  await step.getByRole('button', { name: 'Restore greeting.ts to before this step' }).click();
  const refusal = page.getByRole('dialog', { name: /^Restore greeting\.ts/ });
  await expect(refusal.getByRole('alert')).toContainText('changed again after this step');
  await takeScreenshots(app, page, 'history-refused');
  await page.keyboard.press('Escape');
  await expect(replay).toBeVisible();
  expect(fs.readFileSync(file, 'utf8')).toBe("export const greeting = 'mine';\n");

  // A file created by a step moves to the trash and can be restored from there.
  await slider.focus();
  await page.keyboard.press('End');
  await step.getByRole('button', { name: 'Restore made.txt to before this step' }).click();
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('was moved to the trash')).toBeVisible();
  expect(fs.existsSync(made)).toBe(false);
  await page.keyboard.press('Enter');
  await replay.getByRole('button', { name: 'Close' }).click();
  await expect(replay).toBeHidden();
  await page.getByRole('button', { name: 'Deleted files…' }).click();
  const trash = page.getByRole('dialog', { name: 'Deleted files' });
  await expect(trash.getByRole('listitem')).toContainText('by owner');
  await takeScreenshots(app, page, 'history-trash');
  expect(await seriousProblems(page)).toEqual([]);
  await trash.getByRole('button', { name: 'Restore made.txt' }).click();
  await expect(trash.getByText('The trash is empty.')).toBeVisible();
  expect(fs.readFileSync(made, 'utf8')).toBe('made by the agent\n');
  await page.keyboard.press('Escape');

  // Each restore is a ledger entry of the user and can be undone.
  const own = app.ledger().filter(({ actor }) => actor === 'owner');
  const decided = own.filter(({ phase }) => phase === 'decision');
  expect(decided.map(({ action, decided_by }) => [action, decided_by])).toEqual([
    ['owner.restore_file', 'person'],
    ['owner.restore_file', 'person'],
    ['owner.restore_from_trash', 'person'],
  ]);
  expect(own.find(({ phase }) => phase === 'outcome')).toMatchObject({
    result: 'done',
    changes: [{ path: other }],
  });
  await page.getByRole('button', { name: /\d+ new entr/ }).click();
  await expect(page.getByText('owner.restore_file').first()).toBeVisible();
});
