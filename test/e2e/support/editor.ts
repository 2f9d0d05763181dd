/** An editor as somebody else would write it, on the private socket of the discovery file. */
import { WebSocket } from 'ws';
import { expect, type RunningApp } from './app.ts';

type Message = Readonly<Record<string, unknown>>;

export class Editor {
  readonly socket: WebSocket;
  readonly heard: Message[] = [];

  constructor(app: RunningApp, id: string, folder: string, name = `Editor ${id}`) {
    this.socket = new WebSocket(`ws+unix:${app.discovery.pluginSocket}:/plugin/${id}`);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) =>
      this.heard.push(JSON.parse((data as Buffer).toString('utf8')) as Message),
    );
    const hello = { type: 'hello', protocol: 1, plugin_id: id, name, version: '1' };
    this.socket.once('open', () =>
      this.send({ ...hello, actions: ['create_file'], workspace_folders: [folder] }),
    );
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  async told(type: string): Promise<Message> {
    await expect.poll(() => this.heard.some((message) => message['type'] === type)).toBe(true);
    return this.heard.find((message) => message['type'] === type) ?? {};
  }
}
