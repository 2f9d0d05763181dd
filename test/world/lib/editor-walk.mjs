// One walk through everything the extension does, in whichever editor serves it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually, listener, mcpAgent } from './editor-agent.mjs';
import { openPage } from './editor-page.mjs';
import { pair, yesMan } from './editor-person.mjs';
import { makeProject } from './editor-project.mjs';
import { bufferSteps } from './editor-steps-buffers.mjs';
import { codeSteps } from './editor-steps-code.mjs';
import { runningSteps } from './editor-steps-running.mjs';
import { lifeSteps } from './editor-steps-life.mjs';
import { startGatehouse } from './gatehouse.mjs';

/** @typedef {import('./walk.mjs').World} World */
/** @typedef {Awaited<ReturnType<typeof begin>>} Place */
/** @typedef {{ name: string, actions?: string[], run(place: Place): Promise<void> }} Step */
/** @typedef {{ url: string, stop(signal: NodeJS.Signals): Promise<void> }} Server */

/** @param {World} ctx @param {(dataDir: string) => Promise<Server>} serve */
export async function editorWalk(ctx, serve) {
  const place = await begin(ctx, serve);
  const only = process.env.GATEHOUSE_EDITOR_STEPS;
  const steps = [...bufferSteps, ...codeSteps, ...runningSteps, ...lifeSteps];
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
        await place.picture(`failed-${step.name.replaceAll(/\W+/g, '-').slice(0, 40)}`);
        await place.askPicture();
        ctx.log(`FAILED ${step.name}`);
        failed.push(`${step.name}: ${error instanceof Error ? error.stack : String(error)}`);
      }
    }
    assert.deepEqual(failed, [], failed.join('\n\n'));
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

/** @param {World} ctx @param {(dataDir: string) => Promise<Server>} serve */
async function begin(ctx, serve) {
  const project = makeProject(path.join(ctx.home, 'project'));
  const gatehouse = await startGatehouse(ctx);
  let server = await serve(gatehouse.dataDir);
  const profile = path.join(ctx.home, 'chromium');
  let view = await openPage({ url: server.url, folder: project, profile });
  await pair(view.page, gatehouse);
  const rest = yesMan(gatehouse);
  const agent = await mcpAgent(gatehouse, 'walker', project);
  const ears = await listener(gatehouse, project);
  const pictures = path.join(ctx.repo, '.cache/screenshots');
  const place = {
    ...{ ctx, project, gatehouse, agent, ears },
    get page() {
      return view.page;
    },
    at: (/** @type {string} */ name) => path.join(project, name),
    read: (/** @type {string} */ name) => fs.readFileSync(path.join(project, name), 'utf8'),
    picture: async (/** @type {string} */ name) => {
      fs.mkdirSync(pictures, { recursive: true });
      await view.page
        .screenshot({ path: path.join(pictures, `editor-${name}.png`) })
        .catch(() => undefined);
    },
    askPicture: () =>
      gatehouse.askPage
        .screenshot({ path: path.join(pictures, 'editor-ask.png'), timeout: 5_000 })
        .catch(() => undefined),
    /** Opens a tab of the editor by the agent, and tells its version. */
    version: async (/** @type {string} */ name) =>
      (await agent.does('open_file', { path: path.join(project, name) })).version,
    heard: (/** @type {string} */ name) =>
      eventually(() => ears.heard.find(({ data }) => data?.name === name), `the event ${name}`),
    kill: async () => {
      await view.browser.close();
      await server.stop('SIGKILL');
    },
    again: async () => {
      server = await serve(gatehouse.dataDir);
      view = await openPage({ url: server.url, folder: project, profile });
      const isBack = async () =>
        (await agent.does('get_workspace_info')).editor.name !== 'Workbench';
      const kept = await eventually(isBack, 'the connection', 15_000).catch(() => false);
      // A server that keeps no secrets over a restart has to be paired again.
      if (!kept) await pair(view.page, gatehouse);
    },
    end: async () => {
      ears.close();
      await agent.close().catch(() => undefined);
      await rest();
      await view.browser.close().catch(() => undefined);
      await server.stop('SIGKILL').catch(() => undefined);
      await gatehouse.close();
    },
  };
  return place;
}
