/** A minimal third-party editor, connected to the socket from the discovery file. */
import { WebSocket } from 'ws';
import { expect, type RunningApp } from './app.ts';

type Message = Readonly<Record<string, unknown>>;

export class Editor {
  readonly socket: WebSocket;
  readonly received: Message[] = [];

  constructor(app: RunningApp, id: string, folder: string, name = `Editor ${id}`) {
    this.socket = new WebSocket(`ws+unix:${app.discovery.pluginSocket}:/plugin/${id}`);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) =>
      this.received.push(JSON.parse((data as Buffer).toString('utf8')) as Message),
    );
    const hello = { type: 'hello', protocol: 1, plugin_id: id, name, version: '1' };
    this.socket.once('open', () =>
      this.send({ ...hello, actions: ['create_file'], workspace_folders: [folder] }),
    );
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  async waitFor(type: string): Promise<Message> {
    await expect.poll(() => this.received.some((message) => message['type'] === type)).toBe(true);
    return this.received.find((message) => message['type'] === type) ?? {};
  }
}
