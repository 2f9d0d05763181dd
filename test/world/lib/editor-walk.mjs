// One walk through everything the extension does, in whichever editor serves it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually, listener, mcpAgent } from './editor-agent.mjs';
import { distrust, openBrowser } from './editor-page.mjs';
import { pair, yesMan } from './editor-person.mjs';
import { makeProject } from './editor-project.mjs';
import { bufferSteps } from './editor-steps-buffers.mjs';
import { codeSteps } from './editor-steps-code.mjs';
import { runningSteps } from './editor-steps-running.mjs';
import { eventSteps } from './editor-steps-events.mjs';
import { faceSteps } from './editor-steps-face.mjs';
import { lifeSteps } from './editor-steps-life.mjs';
import { windowSteps } from './editor-steps-windows.mjs';
import { linterNeeds } from './editor-linter.mjs';
import { startGatehouse } from './gatehouse.mjs';

/** @typedef {import('./walk.mjs').World} World */
/** @typedef {Awaited<ReturnType<typeof begin>>} Place */
/** @typedef {{ name: string, actions?: string[], run(place: Place): Promise<void> }} Step */
/** @typedef {Awaited<ReturnType<typeof import('./editor-page.mjs').startServer>>} Server */
/** @typedef {{ keepsSecrets: boolean, serve(how: { dataDir: string, trustsAll: boolean }): Promise<Server> }} Served
 *   `keepsSecrets`: whether its pages still have them when they are opened again */

/** It packs an extension of its own. */
export const walkNeeds = linterNeeds;

/** @param {World} ctx @param {Served} editor */
export async function editorWalk(ctx, editor) {
  const place = await begin(ctx, editor);
  const only = process.env.GATEHOUSE_EDITOR_STEPS;
  const steps = [
    ...[...bufferSteps, ...codeSteps, ...runningSteps, ...eventSteps],
    ...[...faceSteps, ...windowSteps, ...lifeSteps],
  ];
  const done = new Set();
  /** @type {string[]} */
  const failed = [];
  try {
    for (const step of steps.filter(({ name }) => !only || new RegExp(only).test(name))) {
      const started = Date.now();
      try {
        await step.run(place);
        for (const action of step.actions ?? []) done.add(action);
        ctx.log(`${step.name} (${Date.now() - started} ms)`);
      } catch (error) {
        await place.screenshot(`failed-${step.name.replaceAll(/\W+/g, '-').slice(0, 40)}`);
        await place.askScreenshot();
        // Whatever it left open would stand in the way of the next.
        await place.page.keyboard.press('Escape').catch(() => undefined);
        const why = error instanceof Error ? error.stack : String(error);
        ctx.log(`FAILED ${step.name} (${Date.now() - started} ms): ${why}`);
        failed.push(step.name);
      }
    }
    assert.deepEqual(failed, []);
    if (!only)
      assert.deepEqual(
        actionsOf(ctx).filter((one) => !done.has(one)),
        [],
      );
  } finally {
    await place.end();
  }
}

/** Those of the catalogue. @param {World} ctx */
function actionsOf({ repo }) {
  const folder = path.join(repo, 'src/shared/actions');
  const texts = fs
    .readdirSync(folder)
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/^ {2}(\w+): action\(/gm)].map(([, name]) => name),
  );
}

/** @param {World} ctx @param {Served} editor */
async function begin(ctx, { serve, keepsSecrets }) {
  const project = makeProject(path.join(ctx.home, 'project'));
  const gatehouse = await startGatehouse(ctx);
  const { dataDir } = gatehouse;
  let server = await serve({ dataDir, trustsAll: true });
  const profile = path.join(ctx.home, 'chromium');
  let view = await openBrowser({ url: server.url, folder: project, profile });
  await pair(view.page, gatehouse);
  const person = yesMan(gatehouse);
  const agent = await mcpAgent(gatehouse, 'walker', project);
  const eventStream = await listener(gatehouse, project);
  const pictures = path.join(ctx.repo, '.cache/screenshots');
  fs.mkdirSync(pictures, { recursive: true });
  const shot = (/** @type {import('playwright').Page} */ page, /** @type {string} */ name) =>
    page
      .screenshot({ path: path.join(pictures, `${ctx.name}-${name}.png`), timeout: 10_000 })
      .catch(() => undefined);
  return {
    ...{ ctx, project, gatehouse, agent, eventStream, person, keepsSecrets, shot },
    get page() {
      return view.page;
    },
    get url() {
      return server.url;
    },
    get serverPid() {
      return server.pid;
    },
    newPage: () => view.browser.newPage(),
    at: (/** @type {string} */ name) => path.join(project, name),
    read: (/** @type {string} */ name) => fs.readFileSync(path.join(project, name), 'utf8'),
    screenshot: (/** @type {string} */ name) => shot(view.page, name),
    askScreenshot: () => shot(gatehouse.askPage, 'ask'),
    /** Opens a tab of the editor by the agent, and tells its version. */
    version: async (/** @type {string} */ name) =>
      (await agent.succeeds('open_file', { path: path.join(project, name) })).version,
    receivedEvent: (/** @type {string} */ name) =>
      eventually(
        () => eventStream.receivedItems.find(({ data }) => data?.name === name),
        `the event ${name}`,
      ),
    kill: async () => {
      await server.stop('SIGKILL');
      await view.browser.close();
    },
    again: async ({ trustsAll = true } = {}) => {
      server = await serve({ dataDir, trustsAll });
      view = await openBrowser({ url: server.url, folder: project, profile });
      if (!trustsAll) await distrust(view.page, 10_000);
      if (!keepsSecrets) await pair(view.page, gatehouse);
    },
    end: async () => {
      eventStream.close();
      await agent.close().catch(() => undefined);
      await person.goes();
      await view.browser.close().catch(() => undefined);
      await server.stop('SIGKILL').catch(() => undefined);
      await gatehouse.close();
    },
  };
}
