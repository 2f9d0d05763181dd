/** The desk on a home folder of its own, with the real core behind it. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { ClientSetup } from '../../../src/main/integrations/clients/client-setup.ts';
import type { ClientProgram } from '../../../src/main/integrations/clients/catalogue/client-spec.ts';
import { NativeSightings } from '../../../src/main/integrations/clients/hooks/native-sightings.ts';
import { Sightings } from '../../../src/main/integrations/clients/sightings.ts';
import { ClientKeys } from '../../../src/main/platform/keys/client-keys.ts';
import type {
  ChangePreview,
  ChangeReceipt,
  ClientCard,
  ClientChange,
  ClientSetupRequest,
  ClientWay,
  FilePreview,
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
  readonly nativeSightings: NativeSightings;
  setup: ClientSetup;

  private constructor(
    app: TestApp,
    places: { home: string; dataDir: string },
    keys: ClientKeys,
    setup: ClientSetup,
    sightings: Sightings,
    nativeSightings: NativeSightings,
  ) {
    this.nativeSightings = nativeSightings;
    this.app = app;
    this.home = places.home;
    this.dataDir = places.dataDir;
    this.keys = keys;
    this.setup = setup;
    this.sightings = sightings;
  }

  static async open(
    how: {
      dataDir?: string;
      command?: ClientProgram;
      mcpUrl?: string;
      onStep?: (step: string) => void;
      /** Where its programs are found. */
      path?: string;
    } = {},
  ): Promise<ClientSetupFixture> {
    const app = await TestApp.open();
    const places = { home: scratch(), dataDir: how.dataDir ?? scratch() };
    const sightings = new Sightings(() => Date.now());
    const nativeSightings = new NativeSightings(() => Date.now());
    const { keys, setup } = await openClientSetup(app, places, sightings, {
      ...how,
      nativeSightings,
    });
    return new ClientSetupFixture(app, places, keys, setup, sightings, nativeSightings);
  }

  /** As after a restart, on the same folders. */
  async reopen(
    how: { command?: ClientProgram; mcpUrl?: string; path?: string } = {},
  ): Promise<void> {
    await this.setup.dispose();
    await this.keys.dispose();
    this.sightings = new Sightings(() => Date.now());
    const opened = await openClientSetup(this.app, this, this.sightings, {
      ...how,
      nativeSightings: this.nativeSightings,
    });
    this.setup = opened.setup;
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
    const { cards } = await this.setup.list();
    const card = cards.find(({ id }) => id === client);
    if (!card) throw new Error(client);
    return card;
  }

  async changeFor(client: KnownClient, way?: ClientWay): Promise<ClientChange> {
    const { ways, file } = await this.card(client);
    return { client, purpose: 'connect', way: way ?? ways[0] ?? 'command', file };
  }

  async denial(client: KnownClient): Promise<ClientChange> {
    const { denyFile } = await this.card(client);
    return { client, purpose: 'deny', way: null, file: denyFile ?? '' };
  }

  /** What a person does: looks at the diff and clicks. */
  async write(change: ClientChange): Promise<string> {
    const { seen } = possible(await this.preview(change));
    const receipt = await this.writeSeen(change, seen);
    return receipt.kind === 'done' ? receipt.words : `refused: ${receipt.why}`;
  }

  async preview(change: ClientChange): Promise<OneFilePreview> {
    return oneFile(await this.setup.preview(requestOf(change)));
  }

  writeSeen(change: ClientChange, seen: string | null): Promise<ChangeReceipt> {
    return this.setup.apply(requestOf(change), [{ file: change.file, seen }]);
  }

  async undo(client: KnownClient, purpose = 'connect'): Promise<string> {
    const { changes } = await this.card(client);
    const change = changes.find((item) => item.purpose === purpose);
    const request = { client, undo: [change?.changeId ?? randomUUID()], write: [] };
    const shown = oneFile(await this.setup.preview(request));
    if (shown.kind !== 'possible') return shown.kind === 'refused' ? `refused: ${shown.why}` : '';
    const receipt = await this.setup.apply(request, [shown]);
    return receipt.kind === 'done' ? 'done' : `refused: ${receipt.why}`;
  }
}

const requestOf = ({ client, purpose, way, file }: ClientChange): ClientSetupRequest => ({
  client,
  undo: [],
  write: [{ purpose, way, file }],
});

/** The preview of a request that concerns one file. */
export type OneFilePreview =
  | (FilePreview & { readonly kind: 'possible'; readonly notes: readonly string[] })
  | Exclude<ChangePreview, { kind: 'possible' }>;

function oneFile(shown: ChangePreview): OneFilePreview {
  if (shown.kind !== 'possible') return shown;
  const [file] = shown.files;
  if (!file || shown.files.length > 1) throw new Error(`${shown.files.length} files`);
  return { kind: 'possible', notes: shown.notes, ...file };
}

export function possible(shown: OneFilePreview): Extract<OneFilePreview, { kind: 'possible' }> {
  if (shown.kind === 'possible') return shown;
  throw new Error(shown.kind === 'refused' ? shown.why : shown.words);
}

async function openClientSetup(
  app: TestApp,
  { home, dataDir }: { home: string; dataDir: string },
  sightings: Sightings,
  {
    command = ours,
    mcpUrl = 'http://127.0.0.1:7717/mcp',
    onStep,
    nativeSightings,
    path: PATH = '',
  }: {
    command?: ClientProgram;
    mcpUrl?: string;
    onStep?: (step: string) => void;
    nativeSightings: NativeSightings;
    path?: string;
  },
) {
  const keys = new ClientKeys(dataDir, () => Date.now());
  await keys.load();
  const setup = await ClientSetup.open({
    ...{ dataDir, sightings, nativeSightings, command, mcpUrl, clientKeys: keys },
    at: { platform: 'linux', env: { PATH }, home },
    core: app.app.core,
    now: () => Date.now(),
    ...(onStep ? { onStep } : {}),
  });
  onTestFinished(async () => {
    await setup.dispose();
    await keys.dispose();
  });
  return { keys, setup };
}
