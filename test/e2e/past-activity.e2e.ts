/** What agents did before Gatehouse: read on a click, and suggested for the next request. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';
import { claudeLines, codexLines } from '../integrations/history/history-samples.ts';

function homeWith(files: (home: string) => Readonly<Record<string, string>>): string {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-home-')));
  for (const [name, content] of Object.entries(files(home))) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), content);
  }
  return home;
}

test('past activity is read on a click, and a suggestion is kept until it is withdrawn', async ({
  start,
}) => {
  const at = Date.now() - 60_000;
  const home = homeWith((folder) => {
    const harbour = path.join(folder, 'harbour');
    const bash = (command: string) => ({ id: command, tool: 'Bash', input: { command } });
    const lines = claudeLines(harbour, at, [
      ...[bash('npm test'), bash('git commit -m x'), bash('cat /etc/hosts')],
      { id: 'w', tool: 'Write', input: { file_path: `${harbour}/a.txt`, content: 'x' } },
    ]);
    return {
      'harbour/package.json': '{}',
      '.claude/projects/-harbour/1.jsonl': lines,
      '.codex/sessions/2026/11/18/rollout-1.jsonl': codexLines(path.join(folder, 'gone'), at),
    };
  });
  const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
  const page = await app.openMainWindow();
  await page.locator('h1').focus();
  await page.keyboard.press('6');
  const section = page.getByRole('region', { name: 'Past activity', exact: true });
  await expect(section.getByText(/Claude Code ran/)).toHaveCount(0);
  await section.getByRole('button', { name: 'Read past activity' }).click();
  await expect(
    section.getByText(
      'Claude Code ran 3 commands and made 1 edit in 1 folder; 1 call touched places outside it.',
    ),
  ).toBeVisible();
  await expect(section.getByText("From the agent's own history, not verified")).toHaveCount(2);
  await expect(section.getByText('/etc/hosts (1)')).toBeVisible();
  await expect(section.getByText('The folder no longer exists.')).toBeVisible();
  await section.scrollIntoViewIfNeeded();
  await takeScreenshots(app, page, 'past-activity');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  await section.getByRole('button', { name: 'Suggest it for Claude Code in harbour' }).click();
  await expect(section.getByText('Offered in its next request for this folder.')).toBeVisible();
  const withdraw = 'Don’t suggest it for Claude Code in harbour';
  await section.getByRole('button', { name: withdraw }).click();
  await expect(section.getByText('Offered in its next request for this folder.')).toHaveCount(0);
  fs.rmSync(home, { recursive: true, force: true });
});
