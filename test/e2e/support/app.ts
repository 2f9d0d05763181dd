/**
 * Starts the real app in real Electron, with its own data folder, home and bus, and ends everything
 * after the test.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test';
import { AuditLine } from '../../../src/shared/ledger/entry.ts';
import { Discovery, discoveryFileName } from '../../../src/shared/app/discovery.ts';
import { Desktop } from './desktop.ts';

const repo = path.resolve(import.meta.dirname, '../../..');
const electron = path.join(
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(repo, 'node_modules/electron/dist'),
  'electron',
);

export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands run with the user's rights, and so are asked about. */
export const withoutSandbox: StartOptions = { env: { GATEHOUSE_NO_SANDBOX: '1' } };

export class RunningApp {
  readonly electron: ElectronApplication;
  readonly discovery: Discovery;
  readonly dataDir: string;
  readonly #clients: Client[] = [];

  constructor(running: ElectronApplication, discovery: Discovery, dataDir: string) {
    this.electron = running;
    this.discovery = discovery;
    this.dataDir = dataDir;
  }

  cli(...args: string[]): string {
    const env = { ...process.env, GATEHOUSE_DATA_DIR: this.dataDir };
    return execFileSync(process.execPath, [path.join(repo, 'bin/gatehouse.mjs'), ...args], {
      env,
      encoding: 'utf8',
    });
  }

  newKey(name: string): string {
    const { key } = JSON.parse(this.cli('keys', 'add', name, '--json')) as { key: string };
    return key;
  }

  /** Connects a real MCP client with its own key. */
  async connect(name: string): Promise<Client> {
    const client = new Client({ name, version: '1.0.0' });
    const headers = { Authorization: `Bearer ${this.newKey(name)}` };
    const transport = new StreamableHTTPClientTransport(new URL(this.discovery.mcpUrl), {
      requestInit: { headers },
    });
    await client.connect(transport);
    this.#clients.push(client);
    return client;
  }

  askPage(): Promise<Page> {
    return this.#page('ask.html');
  }

  async openMainWindow(): Promise<Page> {
    await this.electron.evaluate(({ app }) => void app.emit('activate'));
    const page = await this.#page('main.html');
    // Only then does it listen for keys.
    await page.waitForFunction(() => document.querySelector('main, [role=alert]') !== null);
    return page;
  }

  mainPage(): Promise<Page> {
    return this.#page('main.html');
  }

  hasMainWindow(): boolean {
    return this.electron.windows().some((page) => page.url().endsWith('main.html'));
  }

  /**
   * The ledger's complete lines so far. The app may be writing: during startup there is no file
   * yet, and the last line may be incomplete.
   */
  ledger(): readonly AuditLine[] {
    const file = path.join(this.dataDir, 'audit/000001.jsonl');
    if (!fs.existsSync(file)) return [];
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => AuditLine.parse(JSON.parse(line)));
  }

  /** Processes of this app that are still running: each has our data folder in its environment. */
  leftovers(): readonly string[] {
    return fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => environmentOf(pid).includes(`GATEHOUSE_DATA_DIR=${this.dataDir}\0`));
  }

  async closeClients(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #page(name: string): Promise<Page> {
    return eventually(() => this.electron.windows().find((page) => page.url().endsWith(name)));
  }
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('the condition was not met within 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function environmentOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

interface Fixtures {
  readonly dataDir: string;
  readonly desktop: Desktop;
  readonly start: (options?: StartOptions) => Promise<RunningApp>;
}

export const test = base.extend<Fixtures>({
  dataDir: async ({}, use) => {
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-e2e-')));
    fs.mkdirSync(homeFor(folder), { recursive: true });
    await use(folder);
    for (const made of [folder, homeFor(folder)])
      fs.rmSync(made, { recursive: true, force: true, maxRetries: 5 });
  },
  desktop: async ({}, use) => {
    const desktop = await Desktop.start();
    await use(desktop);
    await desktop.stop();
  },
  start: async ({ dataDir, desktop }, use) => {
    const running: RunningApp[] = [];
    await use(async (options = {}) => {
      const app = await launch(dataDir, desktop, options);
      running.push(app);
      return app;
    });
    for (const app of running) {
      await app.closeClients();
      await app.electron.close();
    }
  },
});

export { expect } from 'playwright/test';

export const electronArgs = (...more: string[]): string[] => [
  repo,
  '--password-store=basic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...more,
];

/** Tests never read or write the home of the user who runs them; screenshots use a prepared home. */
const homeFor = (dataDir: string): string => `${dataDir}-home`;
const homeEnv = (dataDir: string): Record<string, string | undefined> =>
  process.env['GATEHOUSE_TAKE_SCREENSHOTS']
    ? {}
    : {
        HOME: homeFor(dataDir),
        XDG_CONFIG_HOME: undefined,
        XDG_DATA_HOME: undefined,
        XDG_CACHE_HOME: undefined,
        XDG_STATE_HOME: undefined,
      };

export function electronEnv(dataDir: string, desktop: Desktop): Record<string, string> {
  const env = {
    ...process.env,
    ...homeEnv(dataDir),
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
    GATEHOUSE_PORT: '0',
    DBUS_SESSION_BUS_ADDRESS: desktop.busAddress,
  };
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

export const electronPath = electron;

async function launch(
  dataDir: string,
  desktop: Desktop,
  { args = ['--no-window'], env = {} }: StartOptions,
): Promise<RunningApp> {
  const running = await _electron.launch({
    executablePath: electron,
    // Keeps the app's own theme: Playwright would override it.
    colorScheme: null,
    args: electronArgs(...args),
    env: { ...electronEnv(dataDir, desktop), ...env },
  });
  const app = new RunningApp(running, await readDiscovery(dataDir), dataDir);
  // The discovery file is written before the windows are created. The ask window is created last,
  // in the same turn in which startup completes.
  await app.askPage();
  return app;
}

function readDiscovery(dataDir: string): Promise<Discovery> {
  return eventually(() => {
    try {
      const text = fs.readFileSync(path.join(dataDir, discoveryFileName), 'utf8');
      return Discovery.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  });
}
