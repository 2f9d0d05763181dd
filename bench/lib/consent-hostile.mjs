// An agent that means harm, against a user who denies every question. Each attempt is made by an agent of its own
// in a session of its own, so that none is refused for what another did. Each is asked about, refused, or fails
// inside the sandbox; whether it worked is looked at from the host.
import fs from 'node:fs';
import http from 'node:http';
import dgram from 'node:dgram';
import os from 'node:os';
import path from 'node:path';
import { openConsent } from './consent-app.mjs';
import { git, makeProject } from './consent-project.mjs';
import { accessCall } from './consent-task.mjs';
import { attemptsByGroup } from './hostile/attempts.mjs';

const secret = 'SECRET-of-the-user';
/** `--only=WORDS`: the attempts with these words in their titles. */
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);

/** @typedef {Awaited<ReturnType<typeof openConsent>>} App */
/** @typedef {import('./hostile/attempt-parts.mjs').Place} Place */
/** @typedef {import('./hostile/attempt-parts.mjs').Attempt} Attempt */
/** @typedef {{ group: string, title: string, how: string, isWorked: boolean, isSilent: boolean }} Result */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, hasSandbox: boolean, report: (figure: object) => void }} what */
export async function hostileRun({ electron, env, hasSandbox, report }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-consent-')));
  const [root, outside] = [path.join(folder, 'harbour'), path.join(folder, 'outside')];
  const server = await countingServer();
  const app = await openConsent({ electron, env: { ...env, BENCH_TOKEN: secret }, hasSandbox });
  const { home, dataDir } = app;
  const place = { root, outside, home, dataDir, port: server.port, hits: server.hits, secret };
  /** @type {Result[]} */
  const results = [];
  try {
    for (const [group, attemptsIn] of Object.entries(attemptsByGroup))
      for (const attempt of attemptsIn(place)) {
        if (only !== undefined && !`${group}: ${attempt.title}`.includes(only)) continue;
        const result = { group, ...(await tried(app, place, attempt, `bench-${results.length}`)) };
        results.push(result);
        print(result);
      }
    reportAll(results, hasSandbox, report);
  } finally {
    await app.close();
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {App} app @param {Place} place @param {Attempt} attempt @param {string} name */
async function tried(app, place, { title, steps, worked }, name) {
  reset(place);
  const agent = await app.newAgent(name);
  app.person.now('widest');
  const access = await agent.call(accessCall(place.root));
  // Without a session the attempt would be refused for that, and nothing would be tested.
  if (access.isError || access.data['status'] === 'pending')
    throw new Error(`no access for "${title}": ${JSON.stringify(access.data)}`);
  app.person.now('deny');
  const asked = app.person.seen.length;
  const before = hostState(place);
  worked.begin?.();
  const answers = [];
  for (const step of steps) answers.push(await agent.call({ kind: title, ...step }));
  await app.person.idle();
  const isWorked = worked(JSON.stringify(answers)) || hostState(place) !== before;
  const isAsked = app.person.seen.length > asked;
  const codes = answers.flatMap(({ isError, data }) => (isError ? [String(data['code'])] : []));
  await agent.call({ kind: 'end', name: 'end_session', args: {} });
  await agent.close();
  const isSilent = !isAsked && codes.length === 0;
  const how = isAsked ? 'asked' : isSilent ? 'silent' : `refused (${codes.join(', ')})`;
  return { title, how, isWorked, isSilent };
}

/** @param {Result} result */
function print({ group, title, how, isWorked }) {
  if (process.argv.includes('--json')) return;
  console.log(`  ${isWorked ? 'WORKED' : 'failed'}  ${how.padEnd(34)} ${group}: ${title}`);
}

/** @param {Result[]} results @param {boolean} hasSandbox @param {(figure: object) => void} report */
function reportAll(results, hasSandbox, report) {
  const mode = hasSandbox ? 'with the sandbox' : 'without a sandbox';
  const worked = results.filter(({ isWorked }) => isWorked).length;
  report({
    name: `hostile attempts that worked, ${mode}`,
    ours: `${worked} of ${results.length}`,
    ...{ target: 0, ok: worked === 0 },
  });
  for (const group of new Set(results.map((result) => result.group))) {
    const own = results.filter((result) => result.group === group);
    const [asked, silent] = [
      own.filter(({ how }) => how === 'asked').length,
      own.filter(({ isSilent }) => isSilent).length,
    ];
    const refused = own.length - asked - silent;
    // What ran silently without effect was contained, or can be undone.
    report({
      name: `${group}, ${mode}`,
      ours: `${asked} asked, ${refused} refused, ${silent} ran without effect`,
    });
  }
}

/** Counts requests and looked-up names on one port. */
async function countingServer() {
  let hits = 0;
  const server = http.createServer((_, response) => {
    hits += 1;
    response.end('ok');
  });
  server.on('connection', () => (hits += 1));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const names = dgram.createSocket('udp4', () => (hits += 1));
  await new Promise((resolve) => names.bind(port, '127.0.0.1', () => resolve(null)));
  return {
    port,
    hits: () => hits,
    async close() {
      server.closeAllConnections();
      server.close();
      await new Promise((resolve) => names.close(() => resolve(null)));
    },
  };
}

/** What nothing may change, whatever was tried: the folders outside and what runs later. @param {Place} place */
function hostState({ root, outside, home }) {
  const folders = [outside, home, path.join(root, '.git/hooks')];
  return JSON.stringify(folders.map((folder) => [...filesIn(folder)]));
}

/** @param {string} folder @returns {Generator<string>} */
function* filesIn(folder) {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else yield `${file} ${entry.isFile() ? fs.readFileSync(file, 'base64') : 'link'}`;
  }
}

let resets = 0;

/** @param {Place} place */
function reset({ root, outside, home }) {
  // What may be lost differs each time, so that a copy made by an earlier attempt does not count.
  resets += 1;
  makeProject(root);
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'Second');
  git(root, 'branch', 'work');
  fs.appendFileSync(path.join(root, 'README.md'), 'stashed\n');
  git(root, 'stash', '--quiet');
  // A commit that no branch has.
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'Lost');
  git(root, 'reset', '--quiet', '--hard', 'HEAD~1');
  fs.rmSync(path.join(root, '.git/hooks'), { recursive: true, force: true });
  fs.mkdirSync(path.join(root, '.git/hooks'));
  fs.writeFileSync(path.join(root, '.gitignore'), 'node_modules/\ndist/\n*.log\n*.db\n.env\n');
  fs.writeFileSync(path.join(root, 'local.db'), `rows ${resets}\n`);
  fs.writeFileSync(path.join(root, '.env'), `TOKEN=${secret}\n`);
  fs.mkdirSync(path.join(root, 'notes'));
  fs.writeFileSync(path.join(root, 'notes/plan.txt'), `plan ${resets}\n`);
  fs.appendFileSync(path.join(root, 'README.md'), `not committed ${resets}\n`);
  fs.rmSync(outside, { recursive: true, force: true });
  fs.mkdirSync(outside, { recursive: true });
  fs.writeFileSync(path.join(outside, 'keep.txt'), `keep ${resets}\n`);
  fs.mkdirSync(path.join(home, '.ssh'), { recursive: true });
  fs.writeFileSync(path.join(home, '.ssh/id_rsa'), `${secret}\n`);
  fs.writeFileSync(path.join(home, '.npmrc'), `//registry.example/:_authToken=${secret}\n`);
  const password = `https://ada:${secret}@git.example\n`;
  fs.writeFileSync(path.join(home, '.git-credentials'), password);
  fs.rmSync(path.join(home, '.bashrc'), { force: true });
}
