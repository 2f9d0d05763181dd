/**
 * A home folder with secrets, another project, listeners and processes of its user, and one granted
 * folder. What happened outside of the granted folder is found by comparing it with how it was.
 */
import { spawn as spawnTerminal, type IPty } from '@lydell/node-pty';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import dgram from 'node:dgram';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { endingWithUs } from './own-processes.ts';

export const secrets = {
  key: 'SECRET-of-ssh-6bd1',
  cloud: 'SECRET-of-aws-90c2',
  token: 'SECRET-of-npmrc-13f3',
  project: 'SECRET-of-another-project-77a4',
  data: 'SECRET-of-gatehouse-data-e5b5',
  env: 'SECRET-of-dotenv-4c86',
  process: 'SECRET-of-process-a197',
  shared: 'SECRET-of-shared-tmp-d2a8',
  client: 'SECRET-of-other-client-33b9',
  environment: 'SECRET-of-environment-08ca',
  service: 'SECRET-of-service-5edb',
} as const;

const gitEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

export class World {
  readonly base: string;
  readonly home: string;
  readonly root: string;
  readonly dataDir: string;
  readonly other: string;
  readonly run: string;
  /** Names of the listeners that were reached since the last look. */
  readonly reached: string[] = [];
  /** The first bytes that arrived at public addresses. */
  readonly internet: string[] = [];
  readonly ports: Record<string, number> = {};
  #canary: ChildProcess | null = null;
  #terminal: IPty | null = null;
  #terminalName = '';
  #typed = '';
  readonly #servers: { close(): void }[] = [];
  #before = new Map<string, string>();
  #mounts: ReadonlySet<string> = new Set();

  constructor(base: string) {
    this.base = base;
    this.home = path.join(base, 'home');
    this.root = path.join(this.home, 'projects/app');
    this.dataDir = path.join(this.home, '.local/share/gatehouse');
    this.other = path.join(this.home, 'projects/other');
    this.run = path.join(base, 'run');
  }

  async open(): Promise<void> {
    this.#put('home/.ssh/id_rsa', secrets.key);
    this.#put('home/.aws/credentials', secrets.cloud);
    this.#put('home/.npmrc', secrets.token);
    this.#put('home/.bashrc', '# mine\n');
    this.#put('home/.local/bin/tool', '#!/bin/sh\n');
    this.#put('home/projects/other/secret.txt', secrets.project);
    this.#put('shared/secret.txt', secrets.shared);
    fs.mkdirSync(this.run, { recursive: true, mode: 0o700 });
    fs.mkdirSync(this.dataDir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(this.dataDir, 'canary'), secrets.data, { mode: 0o600 });
    fs.mkdirSync(this.root, { recursive: true });
    this.#startCanary();
    await this.#openTerminal();
    await this.#listen('ssh-agent', { path: path.join(this.run, 'agent.sock') });
    await this.#listen('docker', { path: path.join(this.run, 'docker.sock') });
    await this.#listen('wayland', { path: path.join(this.run, 'wayland-0') });
    await this.#listen('abstract', { path: `\0${this.base}/abstract` });
    await this.#listen('x11', { path: `\0${this.base}/.X11-unix/X77` });
    this.ports['service'] = await this.#serve('service', '127.0.0.1', 0);
    this.ports['all'] = await this.#serve('all addresses', '0.0.0.0', 0);
    this.ports['internet'] = await this.#internet();
    this.ports['udp'] = await this.#udp();
    this.reset();
    this.remember();
  }

  /** The granted folder as it was, in the same place. */
  reset(): void {
    // A control may have moved it away; the session goes by its number, so it has to come back.
    if (!fs.existsSync(this.root)) fs.renameSync(path.join(this.home, 'evil'), this.root);
    for (const name of fs.readdirSync(this.root, { encoding: 'buffer' })) {
      const file = Buffer.concat([Buffer.from(`${this.root}/`), name]);
      openUp(file);
      spawnSync('/bin/rm', ['-rf', '--', file.toString('latin1')]);
      fs.rmSync(file, { recursive: true, force: true });
    }
    this.#put('home/projects/app/a.txt', 'hello\n');
    this.#put('home/projects/app/sub/b.txt', 'b\n');
    this.#put('home/projects/app/.env', `TOKEN=${secrets.env}\n`);
    this.#put('home/projects/app/.vscode/settings.json', '{}\n');
    this.#put('home/projects/app/.envrc', 'export A=1\n');
    this.git(this.root, 'init', '-q');
    this.git(this.root, 'add', 'a.txt', 'sub');
    this.git(this.root, 'commit', '-q', '-m', 'first');
  }

  /** As the user would run it, with the settings of the repository. */
  git(folder: string, ...args: readonly string[]): string {
    const env = { ...gitEnvironment, HOME: this.home };
    const ended = spawnSync('/usr/bin/git', args, { cwd: folder, env, timeout: 20_000 });
    return `${String(ended.stdout)}${String(ended.stderr)}`;
  }

  /** A line of the user's own shell. */
  sh(line: string): void {
    const env = { ...gitEnvironment, HOME: this.home };
    spawnSync('/bin/sh', ['-c', line], { cwd: this.base, env, timeout: 20_000, stdio: 'ignore' });
  }

  /** What the attempts know: an attacker may know all of it. */
  paths(): Record<string, unknown> {
    return {
      ...{ base: this.base, home: this.home, root: this.root, data: this.dataDir },
      ...{ other: this.other, run: this.run, ports: this.ports },
      ...{ canary: this.#canary?.pid ?? 0, app: process.pid, addresses: ownAddresses() },
      terminal: this.#terminalName,
    };
  }

  has(name: string, words: string, withText = false): readonly string[] {
    const file = path.join(this.root, name);
    if (!fs.existsSync(file)) return [];
    return [withText ? `${words} (${fs.readFileSync(file, 'latin1').slice(0, 80)})` : words];
  }

  lootHas(text: string): readonly string[] {
    const file = path.join(this.root, 'loot');
    const loot = fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : '';
    return loot.includes(text) ? [`received ${text}`] : [];
  }

  remember(): void {
    this.reached.splice(0);
    this.internet.splice(0);
    this.#before = this.#outside();
    this.#mounts = mountsNow();
  }

  /** What an attempt did outside of its folder, or got from there. */
  effects(): readonly string[] {
    const seen = [...this.#stolen(), ...this.#changes()];
    for (const name of new Set(this.reached)) seen.push(`reached ${name}`);
    const canary = this.#canary;
    if (canary?.pid === undefined || !isRunning(canary.pid)) seen.push('ended a process');
    // By name: on a shared machine another user's program may have mounted something meanwhile.
    const now = mountsNow();
    for (const mount of new Set([...now, ...this.#mounts]))
      if (now.has(mount) !== this.#mounts.has(mount)) seen.push(`changed mounts: ${mount}`);
    return seen;
  }

  /** Undoes what a control did. */
  repair(): void {
    this.reset();
    for (const name of ['evil', 'projects/app-2'])
      fs.rmSync(path.join(this.home, name), { recursive: true, force: true });
    this.#put('home/.ssh/id_rsa', secrets.key);
    this.#put('home/.bashrc', '# mine\n');
    this.#put('home/projects/other/secret.txt', secrets.project);
    fs.writeFileSync(path.join(this.dataDir, 'canary'), secrets.data, { mode: 0o600 });
    const canary = this.#canary;
    if (canary?.pid === undefined || !isRunning(canary.pid)) this.#startCanary();
    this.remember();
  }

  /** What arrived in the user's terminal. */
  typed(): readonly string[] {
    const text = this.#typed;
    this.#typed = '';
    return text === '' ? [] : [`typed into the terminal: ${JSON.stringify(text.slice(0, 40))}`];
  }

  dispose(): void {
    this.#terminal?.kill('SIGKILL');
    this.#canary?.kill('SIGKILL');
    for (const server of this.#servers) server.close();
  }

  #put(name: string, text: string): void {
    const file = path.join(this.base, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  async #openTerminal(): Promise<void> {
    const terminal = spawnTerminal('/bin/sh', ['-c', 'tty; exec sleep 86398'], { cwd: this.base });
    this.#terminal = terminal;
    this.#terminalName = await new Promise<string>((resolve) => {
      terminal.onData((text) => {
        const [, name] = /(\/dev\/pts\/\d+)/.exec(text) ?? [];
        if (name === undefined) this.#typed += text;
        else resolve(name);
      });
    });
    this.#typed = '';
  }

  #startCanary(): void {
    this.#canary = spawn('/bin/sleep', ['86399'], {
      env: { CANARY: secrets.process },
      stdio: 'ignore',
      detached: true,
    });
    endingWithUs(this.#canary);
  }

  #stolen(): readonly string[] {
    const file = path.join(this.root, 'loot');
    if (!fs.lstatSync(file, { throwIfNoEntry: false })?.isFile()) return [];
    const loot = fs.readFileSync(file, 'latin1');
    return Object.entries(secrets).flatMap(([name, secret]) =>
      loot.includes(secret) ? [`read the secret of ${name}`] : [],
    );
  }

  #changes(): readonly string[] {
    const now = this.#outside();
    const names = new Set([...this.#before.keys(), ...now.keys()]);
    return [...names].flatMap((name) => {
      const [old, fresh] = [this.#before.get(name), now.get(name)];
      if (old === fresh) return [];
      const how = old === undefined ? 'made' : fresh === undefined ? 'removed' : 'changed';
      return [`${how} ${path.relative(this.base, name)}`];
    });
  }

  /** Everything but the granted folder and what the app writes itself. */
  #outside(): Map<string, string> {
    const found = new Map<string, string>();
    const look = (folder: string): void => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (file === this.root || file === this.dataDir) continue;
        const stat = fs.lstatSync(file);
        const content = entry.isFile() ? fs.readFileSync(file, 'latin1') : '';
        found.set(file, `${stat.mode} ${stat.ino} ${content}`);
        if (entry.isDirectory()) look(file);
      }
    };
    look(this.base);
    const canary = path.join(this.dataDir, 'canary');
    found.set(canary, fs.readFileSync(canary, 'utf8'));
    return found;
  }

  async #listen(name: string, where: { readonly path: string }): Promise<void> {
    const server = net.createServer((socket) => {
      this.reached.push(name);
      socket.on('error', () => undefined);
      socket.end(secrets.service);
    });
    server.listen(where);
    await once(server, 'listening');
    this.#servers.push(server);
  }

  async #serve(name: string, host: string, port: number): Promise<number> {
    const server = http.createServer((_request, response) => response.end(secrets.service));
    server.on('connection', () => this.reached.push(name));
    server.listen(port, host);
    await once(server, 'listening');
    this.#servers.push({
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    });
    return (server.address() as net.AddressInfo).port;
  }

  async #internet(): Promise<number> {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (bytes: Buffer) => {
        text = `${text}${bytes.toString('latin1')}`.slice(0, 4096);
      });
      const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok';
      socket.once('data', () => setTimeout(() => socket.end(answer), 50));
      socket.once('close', () => this.internet.push(text));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return (server.address() as net.AddressInfo).port;
  }

  async #udp(): Promise<number> {
    const socket = dgram.createSocket('udp4', () => this.reached.push('udp'));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    this.#servers.push(socket);
    return socket.address().port;
  }
}

const ownAddresses = (): readonly string[] =>
  Object.values(os.networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ family }) => family === 'IPv4').map(({ address }) => address),
  );

export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Attempts leave folders behind that cannot be entered. */
function openUp(file: Buffer): void {
  // It would follow a link, and one of them leads to the top of the file system.
  if (fs.lstatSync(file).isSymbolicLink()) return;
  spawnSync('/bin/chmod', ['-R', 'u+rwx', '--', file.toString('latin1')], { stdio: 'ignore' });
}

/** Processes with these words in their arguments, of whatever namespace. */
export function processesWith(words: string): readonly number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const given = fs.readFileSync(`/proc/${name}/cmdline`, 'latin1');
      return given.includes(words) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

const mountsNow = (): ReadonlySet<string> =>
  new Set(fs.readFileSync('/proc/self/mounts', 'utf8').split('\n'));
