// The real OpenCode with a model that knows nothing about Gatehouse: it follows only the list of tools
// and what the answers say, and completes its task. test/flows/naive-model.flow.test.ts has the
// transcript of the same model.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { answerNextAsk } from './lib/answer-asks.mjs';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { fixGreeting, nextNaiveStep } from './lib/naive-model.mjs';
import { toItsEnd, writeJson } from './lib/walk.mjs';

export const needs = { 'opencode-ai': '1.18.33' };
export const allowScripts = ['opencode-ai'];
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const project = path.join(ctx.home, 'greetings');
  fs.mkdirSync(project);
  const file = path.join(project, 'greeting.txt');
  fs.writeFileSync(file, 'helo, world\n');
  const gatehouse = await startGatehouse(ctx);
  const goals = fixGreeting(project, file);
  const model = await startFakeModel((offered, results) => {
    const own = offered
      .filter(({ name }) => name.startsWith('gatehouse_'))
      .map(({ name, description }) => ({ name, description: String(description) }));
    const turns = results.map((said) => ({ step: { tool: '', args: {} }, said: String(said) }));
    return nextNaiveStep(goals, own, turns);
  });
  try {
    const working = toItsEnd(
      path.join(ctx.binDir('opencode-ai'), 'opencode'),
      ['run', 'Mend the greeting.'],
      { cwd: project, env: envFor(ctx, gatehouse, model.url) },
    );
    const { code, output } = await agreedWhile(working, gatehouse);
    const said = `${output}\n${model.seen.join('\n')}`;
    assert.equal(code, 0, said);
    assert.equal(fs.readFileSync(file, 'utf8'), 'hello, world\n', said);
    assert.deepEqual(outcomesOf(gatehouse), [
      'request_access refused unknown-scope',
      'request_access done',
      'open_file done',
      'edit_buffer refused invalid-arguments',
      'edit_buffer refused scope-missing',
      'request_access done',
      'edit_buffer done',
      'exec_command refused scope-missing',
      'request_access done',
      'exec_command refused not-one-command',
      'exec_command done',
    ]);
    ctx.log('opencode: a model without prior knowledge got through');
  } finally {
    model.close();
    await gatehouse.close();
  }
}

/** @param {import('./lib/walk.mjs').World} ctx @param {import('./lib/walk.mjs').Place['gatehouse']} gatehouse @param {string} modelUrl */
function envFor(ctx, gatehouse, modelUrl) {
  const config = writeJson(path.join(ctx.home, 'opencode.json'), {
    model: 'fake/fake',
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { fake: { name: 'fake', tool_call: true } },
      },
    },
    mcp: {
      gatehouse: {
        type: 'remote',
        url: gatehouse.mcpUrl,
        headers: { Authorization: `Bearer ${gatehouse.newKey('naive')}` },
        oauth: false,
        enabled: true,
      },
    },
  });
  return {
    ...ctx.env,
    OPENCODE_CONFIG: config,
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  };
}

/**
 * The person agrees to whatever comes, by clicks, until the client has ended.
 * @param {Promise<import('./lib/walk.mjs').Ran>} working
 * @param {import('./lib/walk.mjs').Place['gatehouse']} gatehouse
 */
async function agreedWhile(working, gatehouse) {
  for (;;) {
    const asked = answerNextAsk(gatehouse.askPage, () => ({ allow: true }));
    // No further question comes once it has ended.
    asked.catch(() => undefined);
    const ended = await Promise.race([working, asked.then(() => null)]);
    if (ended) return ended;
  }
}

/** @param {import('./lib/walk.mjs').Place['gatehouse']} gatehouse */
const outcomesOf = (gatehouse) =>
  gatehouse
    .ledger()
    .filter((line) => line.actor === 'naive' && line.phase === 'outcome')
    .map((line) => `${line.action} ${line.result} ${line.code ?? ''}`.trim());
