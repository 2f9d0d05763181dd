/** `npm run screenshots`: the animation and the first image of the README, from the real app. */
import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import { encodeApng, type Frame } from './support/apng.ts';
import { askIsVisible, callTool, clickAllow, readWholeAsk } from './support/asks.ts';
import { compose, middleOf, type Layer } from './support/compose.ts';
import { docsFolder } from './support/screenshots.ts';
import { dismissNotices, goTo, sampleProject } from './support/sample-work.ts';

const WIDTH = 900;
const HEIGHT = 650;
const MAX_BYTES = 1_500_000;

test('the main flow: ask, allow, session, confirmation, activity', async ({ start }) => {
  test.setTimeout(180_000);
  const root = sampleProject();
  process.chdir(root);
  const app = await start();
  const page = await app.openMainWindow();
  const ask = await app.askPage();
  const agent = await app.connect('claude-code');
  await dismissNotices(page);
  await goTo(page, 'Sessions');

  const frames: Frame[] = [];
  const film = async (caption: string, milliseconds: number, pointer?: Locator): Promise<void> => {
    const layers = [mainLayer(await page.screenshot())];
    if (await askIsVisible(app)) layers.push(await askLayer(ask, pointer));
    const drawn = await compose(page, { width: WIDTH, height: HEIGHT, caption, layers });
    frames.push({ pixels: drawn.pixels, milliseconds });
    keepFrame(frames.length, drawn.png);
  };

  await film('No agent has access.', 1800);
  const requested = callTool(agent, 'request_access', {
    scopes: ['read:files', 'search:project', 'create:files', 'delete:files', 'git:commit'],
    roots: [root],
    reason: 'Find out why the tide test fails, and fix it.',
    ttl_seconds: 3600,
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.waitForTimeout(1_000);
  await film('An agent asks: what, where, why and for how long.', 3200);

  await ask.getByRole('button', { name: /^Edit files/ }).click();
  const commit = ask.getByRole('checkbox', { name: 'Stage and commit' });
  await commit.click();
  await film('Take away what it does not need.', 2400, commit);
  const quarter = ask.getByRole('radio', { name: /^15 min/ });
  await quarter.check({ force: true });
  await film('Choose when it ends.', 2400, quarter);
  await readWholeAsk(ask);
  const allow = ask.locator('.allow-button').first();
  await film('The button says what you allow.', 2400, allow);
  await clickAllow(ask, allow);
  expect(await requested).toMatchObject({ isError: false });
  await expect.poll(() => askIsVisible(app)).toBe(false);

  const tides = path.join(root, 'src/tides.ts');
  await callTool(agent, 'open_file', { path: tides });
  await callTool(agent, 'find_in_project', { text: 'low' });
  await callTool(agent, 'create_file', {
    path: path.join(root, 'src/depth.ts'),
    content: "import { low } from './tides.ts';\n\nexport const enough = low > 0.5;\n",
  });
  await dismissNotices(page);
  await page.waitForTimeout(600);
  await film('The session shows its time left. Revoke it at any moment.', 3000);

  const deleting = callTool(agent, 'delete_file', { path: path.join(root, 'package.json') });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await ask.waitForTimeout(1_000);
  await film('What would run later is confirmed, with the exact change.', 3000);
  await readWholeAsk(ask);
  await ask.mouse.wheel(0, -10_000);
  await ask.waitForTimeout(300);
  save('hero.png', await hero(page, ask));
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await deleting).toMatchObject({ isError: true });
  await expect.poll(() => askIsVisible(app)).toBe(false);

  await goTo(page, 'Activity');
  await dismissNotices(page);
  await film('Every call is on record, refusals too.', 2800);
  await page
    .locator('.entry-place', { hasText: 'create_file' })
    .last()
    .getByRole('button')
    .first()
    .click();
  await page.waitForTimeout(800);
  await film('Each change has a diff and can be undone.', 3600);

  const animation = encodeApng(WIDTH, HEIGHT, frames);
  expect(animation.length).toBeLessThan(MAX_BYTES);
  expect(await decodedFrames(page, animation)).toBe(frames.length);
  save('main-flow.png', animation);
});

/** Decodes every frame with Chromium. */
const decodedFrames = (page: Page, png: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const decoder = new ImageDecoder({ type: 'image/png', data });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    for (let frameIndex = 0; frameIndex < count; frameIndex++)
      (await decoder.decode({ frameIndex })).image.close();
    return count;
  }, png.toString('base64'));

const mainLayer = (screenshot: Buffer): Layer => ({ screenshot, x: 0, y: 0, width: WIDTH });

async function askLayer(ask: Page, under: Locator | undefined): Promise<Layer> {
  const pointer = under === undefined ? null : await middleOf(under);
  const screenshot = await ask.screenshot();
  return { screenshot, x: 548, y: 12, width: 328, shadow: true, pointer };
}

/** The sessions page with an ask over it, large enough to read. */
async function hero(page: Page, ask: Page): Promise<Buffer> {
  const main = { screenshot: await page.screenshot(), x: 24, y: 60, width: 1040, shadow: true };
  const over = { screenshot: await ask.screenshot(), x: 790, y: 24, width: 430, shadow: true };
  return (await compose(page, { width: 1244, height: 822, layers: [main, over] })).png;
}

/** Stores single frames next to the result for inspection. */
function keepFrame(number: number, png: Buffer): void {
  const folder = path.resolve(import.meta.dirname, '../../.cache/animation');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, `${number}.png`), png);
}

function save(name: string, bytes: Buffer): void {
  const file = path.join(docsFolder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
}
