// Plays `opencode serve` for tests: listens, tells events, asks for permission when told to, and
// starts a command in a group of its own, as the real one does. What it was given lands in build/.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const build = path.join(process.cwd(), 'build');
fs.mkdirSync(build, { recursive: true });
const starts = path.join(build, 'starts');
fs.appendFileSync(starts, 'x');
if (fs.existsSync(path.join(build, 'crash'))) process.exit(7);
fs.writeFileSync(
  path.join(build, 'told.json'),
  JSON.stringify({
    argv: process.argv.slice(2),
    env: process.env,
    pid: process.pid,
    script: process.env.STAND_IN_SCRIPT,
  }),
);
const command = spawn('sleep', ['300'], { detached: true, stdio: 'inherit' });
command.unref();

const expected = `Basic ${Buffer.from(`opencode:${process.env.OPENCODE_SERVER_PASSWORD}`).toString('base64')}`;
/** @type {Set<http.ServerResponse>} */
const listeners = new Set();
/** @type {Map<string, object>} */
const pending = new Map();
/** @type {Map<string, { type: string }>} */
const statuses = new Map();
/** Messages by their id, each with the calls of tools in it. @type {Map<string, object[]>} */
/** @type {Map<string, { id: string }[]>} */
const messages = new Map();
const report = (/** @type {string} */ type, /** @type {object} */ properties) => {
  const payload = { id: 'evt', type, properties };
  const text = `data: ${JSON.stringify({ directory: process.cwd(), payload })}\n\n`;
  for (const one of listeners) one.write(text);
};

/** @param {http.IncomingMessage} request */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

const server = http.createServer((request, response) => void answer(request, response));

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
async function answer(request, response) {
  const url = request.url ?? '';
  if (request.headers.authorization !== expected) return void response.writeHead(401).end();
  const json = (/** @type {unknown} */ value) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  if (url === '/global/health') return json({ healthy: true, version: '9.9.9' });
  if (url === '/permission') return json([...pending.values()]);
  // As the real one: states of busy sessions only, and a list of all, those of other folders too.
  if (url === '/session/status')
    return json(Object.fromEntries([...statuses].filter(([, { type }]) => type !== 'idle')));
  if (url === '/session')
    return json([
      { id: 'ses_old', directory: process.cwd(), time: { created: 1 } },
      { id: 'ses_archived', directory: process.cwd(), time: { created: 1, archived: 2 } },
      { id: 'ses_elsewhere', directory: '/elsewhere', time: { created: 1 } },
    ]);
  const message = /^\/session\/ses_1\/message\/([^/]+)$/.exec(url)?.[1];
  if (message !== undefined) {
    const parts = messages.get(message);
    return parts ? json({ info: {}, parts }) : void response.writeHead(404).end();
  }
  if (url === '/global/event') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': hello\n\n');
    listeners.add(response);
    return void request.on('close', () => listeners.delete(response));
  }
  const body = await bodyOf(request);
  // What a test wants it to tell.
  if (url === '/tell') {
    if (body.type === 'session.status')
      statuses.set(body.properties.sessionID, body.properties.status);
    if (body.type === 'permission.asked') pending.set(body.properties.id, body.properties);
    if (body.type === 'message.part.updated') {
      const { part } = body.properties;
      const others = (messages.get(part.messageID) ?? []).filter(
        ({ id: other }) => other !== part.id,
      );
      messages.set(part.messageID, [...others, part]);
    }
    if (body.type === 'permission.replied') pending.delete(body.properties.requestID);
    report(body.type, body.properties);
    return json(true);
  }
  const id = /^\/permission\/([^/]+)\/reply$/.exec(url)?.[1] ?? '';
  if (!pending.delete(id)) return void response.writeHead(404).end();
  fs.appendFileSync(path.join(build, 'replies.jsonl'), `${JSON.stringify({ id, ...body })}\n`);
  report('permission.replied', { requestID: id, reply: body.reply });
  json(true);
}

server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(
    `my key is ${process.env.GATEHOUSE_CLIENT_KEY}, my password ${process.env.OPENCODE_SERVER_PASSWORD}`,
  );
  console.log(`opencode server listening on http://127.0.0.1:${port}`);
});
