/** Servers that start nothing: what was done to them is written down. */
import { sampleServer } from '../../dev/server-fixtures.ts';
import type {
  ServerMovesApi,
  ServersApi,
  StartLimits,
} from '../../src/shared/servers/servers-api.ts';
import type { ServerSpec } from '../../src/shared/servers/server-commands.ts';
import type {
  FoundServers,
  ServerDetails,
  ServerReceipt,
} from '../../src/shared/servers/server-views.ts';

interface FakeEntry {
  readonly spec: ServerSpec;
  readonly isEnabled: boolean;
}

export interface FakeServers {
  readonly servers: ServersApi;
  readonly moves: ServerMovesApi;
  readonly added: Map<string, FakeEntry>;
  /** Every change, as `verb name`. */
  readonly acts: string[];
}

export function fakeServers(details: ServerDetails, found: FoundServers): FakeServers {
  const added = new Map<string, FakeEntry>();
  const acts: string[] = [];
  const done = async (act: string): Promise<ServerReceipt> => {
    acts.push(act);
    return { kind: 'done', words: `Done: ${act}.` };
  };
  const unreviewed = ({ onlyReviewed = false }: StartLimits = {}): ServerReceipt | null =>
    onlyReviewed && !details.tools.some(({ pin }) => pin === 'pinned')
      ? { kind: 'refused', why: 'Not accepted.', hint: '' }
      : null;
  const servers: ServersApi = {
    list: async () => ({
      servers: [...added].map(([name, { isEnabled }]) => sampleServer({ name, isEnabled })),
      ...{ error: null, tokenBudget: 20_000, clients: [] },
    }),
    details: async (name) => (added.has(name) ? details : null),
    log: async (name) => (added.has(name) ? { lines: ['one', 'two'] } : null),
    specOf: (name) => added.get(name)?.spec ?? null,
    add: async (name, spec, _secrets, isEnabled = true) => {
      added.set(name, { spec, isEnabled });
      return done(`add ${name}`);
    },
    edit: async (name, spec) => {
      added.set(name, { spec, isEnabled: true });
      return done(`edit ${name}`);
    },
    remove: (name) => done(`remove ${name}`),
    enable: async (name, isEnabled, limits) =>
      (isEnabled ? unreviewed(limits) : null) ??
      done(`${isEnabled ? 'enable' : 'disable'} ${name}`),
    restart: async (name, limits) => unreviewed(limits) ?? done(`restart ${name}`),
    accept: (name) => done(`accept ${name}`),
    reject: (name) => done(`reject ${name}`),
    setPolicy: ({ name }) => done(`policy ${name}`),
    setVisible: ({ name }) => done(`visible ${name}`),
    setSecret: ({ name }) => done(`secret ${name}`),
    login: (name) => done(`login ${name}`),
    logout: (name) => done(`logout ${name}`),
    onChange: () => ({ dispose: () => undefined }),
  };
  const moves: ServerMovesApi = {
    found: async () => found,
    preview: async () => ({ kind: 'possible', files: [], notes: [] }),
    move: (names, _seen, isEnabled = true) =>
      done(`move ${names.join(' ')}${isEnabled ? '' : ' off'}`),
    undo: (moveId) => done(`undo ${moveId}`),
  };
  return { servers, moves, added, acts };
}
