import { expect, test } from './support/app.ts';
import { project } from './support/asks.ts';
import { Editor } from './support/editor.ts';

test('an editor is paired with a code; with two editors for one folder the user picks one', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const editors: Editor[] = [];
  for (const id of ['one', 'two']) {
    const editor = new Editor(app, id, root);
    editors.push(editor);
    await editor.waitFor('pairing');
    const page = await app.mainPage();
    await expect(
      page.getByRole('heading', { name: `Editor ${id} wants to connect` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Show the code' }).click();
    const shown = await page.locator('.pairing-code').textContent();
    expect(shown).toMatch(/^\d{4} \d{4}$/);
    editor.send({ type: 'pair', code: shown ?? '' });
    expect(await editor.waitFor('welcome')).toMatchObject({ plugin_key: expect.any(String) });
    await expect(page.getByText('wants to connect as an editor')).toHaveCount(0);
  }

  const page = await app.mainPage();
  const choice = page.getByRole('group', { name: `Which editor for ${root}` });
  await expect(choice.getByRole('button')).toHaveCount(2);
  await choice.getByRole('button', { name: 'Editor two' }).click();
  await expect(choice).toHaveCount(0);
  await expect
    .poll(() => app.ledger().map(({ action }) => action))
    .toEqual(expect.arrayContaining(['plugin.paired', 'editor.chosen']));
  for (const { socket } of editors) socket.terminate();
});
