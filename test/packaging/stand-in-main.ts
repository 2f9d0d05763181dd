/**
 * Stands in for the app in a package. Told of a folder, it is the hub of the real workbench, has it
 * use each of its tools there, and prints what came of it.
 */
import { app, utilityProcess } from 'electron';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';

type Answer = Readonly<Record<string, unknown>>;

await Promise.resolve();
const folder = process.env['TRY_TOOLS_IN'];
void app
  .whenReady()
  .then(async () => {
    console.log('the app started');
    if (folder) await tryTools(folder);
    app.exit(0);
  })
  .catch((error: unknown) => {
    console.log(String(error));
    app.exit(1);
  });

const print = (name: string, answer: Answer): void =>
  console.log(`TOOL ${JSON.stringify([name, answer])}`);

async function tryTools(root: string): Promise<void> {
  const socket = await connectedWorkbench();
  const events: Answer[] = [];
  socket.on('message', (data) => events.push(messageIn(data)));
  const ask = (action: string, args: Answer, start?: Answer): Promise<Answer> =>
    asked(socket, root, { action, args, ...(start ? { start } : {}) });
  const inRoot = (name: string): Answer => ({ path: path.join(root, name) });

  print('found', await ask('find_in_project', { text: 'needle' }));
  print('watch', await ask('watch_file', inRoot('a.ts')));
  print('syntax', await ask('analyze_syntax', { ...inRoot('a.ts'), depth: 1 }));
  print('typescript', await ask('get_errors', inRoot('a.ts')));
  print('python', await ask('get_errors', inRoot('b.py')));
  const shell = { argv: ['sh'], program: '/bin/sh', cwd: root, env: { PATH: '/usr/bin:/bin' } };
  const { terminal_id } = await ask('open_terminal', {}, shell);
  await ask('send_input', { terminal_id, data: 'tty; exit\r' }, shell);
  await happened(events, 'process_ended');
  print('terminal', await ask('get_output', { terminal_id }));
  fs.appendFileSync(path.join(root, 'a.ts'), '\n');
  await happened(events, 'file_watched');
}

async function connectedWorkbench(): Promise<WebSocket> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const script = path.join(import.meta.dirname, '../workbench/workbench.js');
  const { PATH = '', HOME = '' } = process.env;
  const child = utilityProcess.fork(script, [], { stdio: 'ignore', env: { PATH, HOME } });
  const hubUrl = `ws://127.0.0.1:${port}`;
  child.postMessage({ hubUrl, pluginKey: 'x', version: '1', dataDir: `${folder}-data` });
  return new Promise((resolve) => {
    server.once('connection', (socket) => void socket.once('message', () => resolve(socket)));
  });
}

const messageIn = (data: unknown): Answer => JSON.parse(String(data)) as Answer;

function asked(socket: WebSocket, root: string, call: Answer): Promise<Answer> {
  const id = String(call['action']) + String(Math.random());
  const { dev, ino } = fs.statSync(root, { bigint: true });
  const answer = new Promise<Answer>((resolve) => {
    const listen = (data: unknown): void => {
      const message = messageIn(data);
      if (message['id'] !== id) return;
      socket.off('message', listen);
      resolve(message['data'] as Answer);
    };
    socket.on('message', listen);
  });
  const command = {
    ...{ type: 'cmd', id, ...call, result_bytes: 100_000 },
    ...{ session_id: 's1', agent_id: 'a1', entry_id: 'e1' },
    roots: [{ path: root, device: `${dev}`, inode: `${ino}` }],
  };
  socket.send(JSON.stringify(command));
  return answer;
}

async function happened(events: readonly Answer[], name: string): Promise<void> {
  const giveUpAt = Date.now() + 15_000;
  while (!events.some(({ data }) => (data as Answer | undefined)?.['name'] === name)) {
    if (Date.now() > giveUpAt) throw new Error(`no ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
