/**
 * Moves servers that clients start themselves behind Gatehouse: adds them here, adds our entry to
 * each client that lacks it, and removes theirs. All or nothing, and it can be undone byte for
 * byte. Values of variables and headers move from the client's file to the keyring; the window
 * gets only their names.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import {
  clientIds,
  type ClientSetupRequest,
  type ClientsView,
  type FilePreview,
  type KnownClient,
  type SeenFile,
  type ShownRefusal,
} from '../../../../shared/integrations/clients.ts';
import { ServerName } from '../../../../shared/servers/server-commands.ts';
import type { ServersApi } from '../../../../shared/servers/servers-api.ts';
import type {
  FoundServer,
  FoundServers,
  MovedServers,
  MovePreview,
  ServerReceipt,
} from '../../../../shared/servers/server-views.ts';
import { readIfThere, writePrivateFile } from '../../../platform/files/private-file.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { ClientSetup } from '../client-setup.ts';
import { movables, type MovableServer } from './movable-servers.ts';

const MoveRecord = z.strictObject({
  moveId: z.uuid(),
  at: z.number(),
  names: z.array(ServerName).readonly(),
  files: z.array(z.string()).readonly(),
  changes: z.array(z.strictObject({ client: z.enum(clientIds), changeId: z.uuid() })).readonly(),
});
type MoveRecord = z.infer<typeof MoveRecord>;
const MovesFile = z.strictObject({ moves: z.array(MoveRecord) });

export interface MovesDeps {
  readonly dataDir: string;
  readonly clients: Pick<ClientSetup, 'list' | 'readServers' | 'preview' | 'apply' | 'written'>;
  readonly servers: Pick<ServersApi, 'list' | 'add' | 'remove'>;
  readonly now: () => number;
}

const notFound: ShownRefusal = {
  kind: 'refused',
  why: 'A server is no longer in the files of your clients.',
  hint: 'Look at the page again. Nothing was changed.',
};

export class ServerMoves {
  readonly #deps: MovesDeps;
  #moves: readonly MoveRecord[] = [];
  #last: Promise<unknown> = Promise.resolve();

  private constructor(deps: MovesDeps) {
    this.#deps = deps;
  }

  /**
   * Without a readable list a move cannot be undone with one click; each file still can, on the
   * Clients page.
   */
  static async open(deps: MovesDeps): Promise<ServerMoves> {
    const moves = new ServerMoves(deps);
    const content = await readIfThere(moves.#file);
    if (content !== null) {
      try {
        moves.#moves = MovesFile.parse(JSON.parse(content.toString('utf8'))).moves;
      } catch {
        moves.#moves = [];
      }
    }
    return moves;
  }

  async found(): Promise<FoundServers> {
    const all = await this.#movables();
    return { found: all.map(foundOf), moved: this.#moves.map(movedOf) };
  }

  async preview(names: readonly string[]): Promise<MovePreview> {
    const movedServers = await this.#selected(names);
    if ('why' in movedServers) return movedServers;
    const files: FilePreview[] = [];
    const notes: string[] = [];
    for (const request of await this.#requests(movedServers)) {
      const shown = await this.#deps.clients.preview(request);
      if (shown.kind === 'refused') return shown;
      if (shown.kind === 'nothing-to-do') continue;
      files.push(...shown.files);
      notes.push(...shown.notes);
    }
    const secrets = movedServers.flatMap(({ secrets: values }) => Object.keys(values));
    if (secrets.length > 0)
      notes.push(
        `Values of ${[...new Set(secrets)].join(', ')} move to Gatehouse's secrets. They are not shown here.`,
      );
    return { kind: 'possible', files, notes: [...new Set(notes)] };
  }

  move(
    names: readonly string[],
    seen: readonly SeenFile[],
    isEnabled = true,
  ): Promise<ServerReceipt> {
    return this.#inTurn(async () => {
      const selected = await this.#selected(names);
      return 'why' in selected ? selected : this.#moveNow(selected, seen, isEnabled);
    });
  }

  undo(moveId: string): Promise<ServerReceipt> {
    return this.#inTurn(async () => {
      const record = this.#moves.find((item) => item.moveId === moveId);
      if (!record) return { ...notFound, why: 'That move was undone already.' };
      const refusal = await this.#putBack(record.changes);
      if (refusal) return refusal;
      for (const name of record.names) {
        const removed = await this.#deps.servers.remove(name);
        if (removed.kind === 'refused') return removed;
      }
      await this.#store(this.#moves.filter((item) => item !== record));
      return { kind: 'done', words: `${record.files.join(' and ')}: as before the move.` };
    });
  }

  async #moveNow(
    selected: readonly MovableServer[],
    seen: readonly SeenFile[],
    isEnabled: boolean,
  ): Promise<ServerReceipt> {
    const { servers, clients, now } = this.#deps;
    const requests = await this.#requests(selected);
    const added: ServerName[] = [];
    const changes: MoveRecord['changes'][number][] = [];
    const undoAll = async (refusal: ShownRefusal): Promise<ShownRefusal> => {
      await this.#putBack(changes);
      for (const name of added) await servers.remove(name);
      return refusal;
    };
    for (const { name, spec, secrets } of selected) {
      const receipt = await servers.add(name, spec, secrets, isEnabled);
      if (receipt.kind === 'refused') return undoAll(receipt);
      added.push(name);
    }
    for (const request of requests) {
      const known = new Set(clients.written().map(({ changeId }) => changeId));
      const receipt = await clients.apply(request, seen);
      const written = clients.written().filter(({ changeId }) => !known.has(changeId));
      changes.push(...written.map(({ client, changeId }) => ({ client, changeId })));
      if (receipt.kind === 'refused') return undoAll(receipt);
    }
    const files = [...new Set(selected.flatMap(({ sources }) => sources.map(({ file }) => file)))];
    const record = { moveId: randomUUID(), at: now(), names: added, files, changes };
    await this.#store([...this.#moves, record]);
    const programs = [...new Set(requests.map(({ client }) => catalogue[client].name))];
    const them = added.length === 1 ? 'it' : 'them';
    const first = isEnabled ? '' : `Turn ${them} on in the window first. `;
    return {
      kind: 'done',
      words: `Moved ${added.join(', ')}. ${first}Restart ${programs.join(' and ')} to use ${them} through Gatehouse.`,
    };
  }

  /** A change that was undone on the Clients page is left out. */
  async #putBack(changes: MoveRecord['changes']): Promise<ShownRefusal | null> {
    const { clients } = this.#deps;
    for (const client of new Set(changes.map((item) => item.client))) {
      const standing = new Set(clients.written().map(({ changeId }) => changeId));
      const undo = changes
        .filter((item) => item.client === client && standing.has(item.changeId))
        .map(({ changeId }) => changeId);
      if (undo.length === 0) continue;
      const request = { client, undo, write: [] };
      const shown = await clients.preview(request);
      if (shown.kind === 'refused') return shown;
      const receipt = await clients.apply(request, shown.kind === 'possible' ? shown.files : []);
      if (receipt.kind === 'refused') return receipt;
    }
    return null;
  }

  async #selected(names: readonly string[]): Promise<readonly MovableServer[] | ShownRefusal> {
    const all = await this.#movables();
    const selected = all.filter(({ name }) => names.includes(name));
    if (selected.length < names.length) return notFound;
    const fixed = selected.find(({ whyNot }) => whyNot !== null);
    return fixed
      ? {
          kind: 'refused',
          why: `${fixed.entry} cannot be moved: ${fixed.whyNot ?? ''}`,
          hint: 'Add it by hand, or leave it where it is.',
        }
      : selected;
  }

  /** One per client: our entry if it is missing, then the removals, file by file. */
  async #requests(selected: readonly MovableServer[]): Promise<readonly ClientSetupRequest[]> {
    const { cards } = await this.#deps.clients.list();
    return clientIds.flatMap((client) => {
      const sources = selected.flatMap((item) =>
        item.sources.filter((source) => source.client === client),
      );
      if (sources.length === 0) return [];
      const files = [...new Set(sources.map(({ file }) => file))];
      const removals = files.map((file) => ({
        ...({ purpose: 'servers', way: null, file } as const),
        entries: sources.filter((source) => source.file === file).map(({ entry }) => entry),
      }));
      return [{ client, undo: [], write: [...connection(cards, client), ...removals] }];
    });
  }

  async #movables(): Promise<readonly MovableServer[]> {
    const { clients, servers } = this.#deps;
    const read = [];
    for (const client of clientIds) read.push(...(await clients.readServers(client)));
    const taken = (await servers.list()).servers.map(({ name }) => name);
    return movables(read, taken);
  }

  get #file(): string {
    return path.join(this.#deps.dataDir, 'server-moves.json');
  }

  async #store(moves: readonly MoveRecord[]): Promise<void> {
    await writePrivateFile(this.#file, JSON.stringify({ moves }));
    this.#moves = moves;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#last.catch(() => undefined).then(work);
    this.#last = working;
    return working;
  }
}

function connection(
  cards: ClientsView['cards'],
  client: KnownClient,
): readonly Pick<ClientSetupRequest['write'][number], 'purpose' | 'way' | 'file'>[] {
  const card = cards.find(({ id }) => id === client);
  if (!card || card.files.some(({ hasEntry }) => hasEntry)) return [];
  return [{ purpose: 'connect', way: card.ways[0] ?? null, file: card.file }];
}

const foundOf = ({ entry, name, spec, sources, secrets, whyNot }: MovableServer): FoundServer => ({
  ...{ entry, name, kind: spec.kind, whyNot },
  address: spec.kind === 'stdio' ? [spec.command, ...spec.args].join(' ') : spec.url,
  sources: sources.map(({ client, file }) => ({
    ...{ client, file },
    clientName: catalogue[client].name,
  })),
  secretNames: Object.keys(secrets),
});

const movedOf = ({ moveId, at, names, files }: MoveRecord): MovedServers => ({
  ...{ moveId, at, names, files },
});
