/** The desk on a home folder of its own, with the real core behind it. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { ClientSetup } from '../../../src/main/integrations/clients/client-setup.ts';
import type { ClientProgram } from '../../../src/main/integrations/clients/catalogue/client-spec.ts';
import { Sightings } from '../../../src/main/integrations/clients/sightings.ts';
import { ClientKeys } from '../../../src/main/platform/keys/client-keys.ts';
import type {
  ChangePreview,
  ClientCard,
  ClientChange,
  ClientWay,
  KnownClient,
} from '../../../src/shared/integrations/clients.ts';
import { TestApp } from '../../fakes/test-app.ts';
import { scratch } from '../../fakes/scratch.ts';

export const ours: ClientProgram = { program: '/opt/gatehouse', args: [], env: {} };

export class ClientSetupFixture {
  readonly app: TestApp;
  readonly home: string;
  readonly dataDir: string;
  keys: ClientKeys;
  sightings: Sightings;
  desk: ClientSetup;

  private constructor(
    app: TestApp,
    places: { home: string; dataDir: string },
    keys: ClientKeys,
    desk: ClientSetup,
    sightings: Sightings,
  ) {
    this.app = app;
    this.home = places.home;
    this.dataDir = places.dataDir;
    this.keys = keys;
    this.desk = desk;
    this.sightings = sightings;
  }

  static async open(
    how: {
      dataDir?: string;
      command?: ClientProgram;
      mcpUrl?: string;
      onStep?: (step: string) => void;
    } = {},
  ): Promise<ClientSetupFixture> {
    const app = await TestApp.open();
    const places = { home: scratch(), dataDir: how.dataDir ?? scratch() };
    const sightings = new Sightings(() => Date.now());
    const { keys, desk } = await openDesk(app, places, sightings, how);
    return new ClientSetupFixture(app, places, keys, desk, sightings);
  }

  /** As after a restart, on the same folders. */
  async reopen(how: { command?: ClientProgram; mcpUrl?: string } = {}): Promise<void> {
    await this.desk.dispose();
    await this.keys.dispose();
    this.sightings = new Sightings(() => Date.now());
    const opened = await openDesk(this.app, this, this.sightings, how);
    this.desk = opened.desk;
    this.keys = opened.keys;
  }

  put(name: string, content: string | Buffer): string {
    const file = path.join(this.home, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  read = (file: string): string => fs.readFileSync(file, 'utf8');

  async card(client: KnownClient): Promise<ClientCard> {
    const { cards } = await this.desk.list();
    const card = cards.find(({ id }) => id === client);
    if (!card) throw new Error(client);
    return card;
  }

  async wish(client: KnownClient, way?: ClientWay): Promise<ClientChange> {
    const { ways, file } = await this.card(client);
    return { client, purpose: 'connect', way: way ?? ways[0] ?? 'command', file };
  }

  async denial(client: KnownClient): Promise<ClientChange> {
    const { denyFile } = await this.card(client);
    return { client, purpose: 'deny', way: null, file: denyFile ?? '' };
  }

  /** What a person does: looks at the diff and clicks. */
  async write(wish: ClientChange): Promise<string> {
    const { seen } = possible(await this.desk.preview(wish));
    const receipt = await this.desk.write(wish, seen);
    return receipt.kind === 'done' ? receipt.words : `refused: ${receipt.why}`;
  }

  async undo(client: KnownClient, purpose = 'connect'): Promise<string> {
    const { changes } = await this.card(client);
    const changeId = changes.find((item) => item.purpose === purpose)?.changeId ?? '';
    const shown = await this.desk.previewUndo(changeId);
    if (shown.kind !== 'possible') return shown.kind === 'refused' ? `refused: ${shown.why}` : '';
    const receipt = await this.desk.undo(changeId, shown.seen);
    return receipt.kind === 'done' ? 'done' : `refused: ${receipt.why}`;
  }
}

export function possible(shown: ChangePreview): Extract<ChangePreview, { kind: 'possible' }> {
  if (shown.kind === 'possible') return shown;
  throw new Error(shown.kind === 'refused' ? shown.why : shown.words);
}

async function openDesk(
  app: TestApp,
  { home, dataDir }: { home: string; dataDir: string },
  sightings: Sightings,
  {
    command = ours,
    mcpUrl = 'http://127.0.0.1:7717/mcp',
    onStep,
  }: { command?: ClientProgram; mcpUrl?: string; onStep?: (step: string) => void },
) {
  const keys = new ClientKeys(dataDir, () => Date.now());
  await keys.load();
  const desk = await ClientSetup.open({
    ...{ dataDir, sightings, command, mcpUrl, clientKeys: keys },
    at: { platform: 'linux', env: { PATH: '' }, home },
    core: app.app.core,
    now: () => Date.now(),
    ...(onStep ? { onStep } : {}),
  });
  onTestFinished(async () => {
    await desk.dispose();
    await keys.dispose();
  });
  return { keys, desk };
}
