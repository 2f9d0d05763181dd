// A real client set up by clicks alone: its card writes the entry, the client comes in and proves it,
// its agent asks, a person allows it in the real window, it edits a file through the gate, and undo
// gives the config file back to the byte.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { startFakeModel } from './fake-model.mjs';
import { startGatehouse } from './gatehouse.mjs';
import { clickedWhile } from './walk.mjs';

/** @typedef {import('./walk.mjs').World} World */

const greetingText = 'the word is halberd\n';

/**
 * @param {World} ctx
 * @param {{ id: string, name: string, file: string, config(modelUrl: string): string,
 *   run(place: { project: string, modelUrl: string }): Promise<import('./walk.mjs').Ran> }} client
 */
export async function clickWalk(ctx, { id, name, file, config, run }) {
  const project = path.join(ctx.home, 'project');
  fs.mkdirSync(project);
  const greeting = path.join(project, 'greeting.txt');
  fs.writeFileSync(greeting, greetingText);
  const gatehouse = await startGatehouse(ctx);
  const model = await startFakeModel(script(project, greeting));
  const before = config(model.url);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, before);
  try {
    const page = await gatehouse.openMainWindow();
    await page.getByRole('button', { name: 'Clients', exact: true }).click();
    const card = page.getByRole('article', { name, exact: true });
    await card.getByRole('button', { name: `Connect: ${name}` }).click();
    const sheet = page.getByRole('dialog', { name: `Connect ${name}` });
    await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(/Gatehouse was added to/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await card.getByText('Configured. Waiting for it to connect…').waitFor();
    assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /ghck_/, 'a key stands in the file');

    const working = run({ project, modelUrl: model.url });
    const { code, output } = await clickedWhile(working, gatehouse, model.seen);
    const said = `${output}\n${model.seen.join('\n')}`;
    assert.equal(code, 0, said);
    assert.equal(fs.readFileSync(greeting, 'utf8'), 'the word is partisan\n', said);
    await card.getByText(/Connected (just now|\d)/).waitFor();
    const edits = gatehouse
      .ledger()
      .filter((line) => line.actor === id && line.action === 'edit_buffer');
    assert.equal(edits.at(-1)?.result, 'done', said);
    ctx.log(`${name}: connected by a click, asked, was let in, edited the file`);

    await card.getByRole('button', { name: `Undo: ${name}` }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(/: undone\./).waitFor();
    assert.equal(fs.readFileSync(file, 'utf8'), before, 'not the same bytes after the undo');
    ctx.log(`${name}: undone, the same bytes as before`);
  } finally {
    model.close();
    await gatehouse.close();
  }
}

/** @param {string} project @param {string} file */
const script = (project, file) => [
  {
    tool: 'request_access',
    args: {
      scopes: ['read:files', 'edit:buffers', 'write:files'],
      roots: [project],
      reason: 'to change the greeting',
    },
  },
  { tool: 'open_file', args: { path: file } },
  {
    tool: 'edit_buffer',
    args: {
      path: file,
      edits: [{ old_text: 'halberd', new_text: 'partisan' }],
      // What open_file says of this content; a scripted model cannot read it there.
      base_version: createHash('sha256').update(greetingText).digest('hex').slice(0, 16),
      save: true,
    },
  },
];
