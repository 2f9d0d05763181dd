/** Past activity of agents, from their own history files. */
import { expectNone, type CommandDefinition } from '../command.ts';
import { AppClient } from '../app-client.ts';
import {
  historyDays,
  type LeftOut,
  type NamedCount,
} from '../../shared/integrations/agent-history.ts';
import { table } from '../terminal/table.ts';

interface ListedFolder {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  readonly commands: number;
  readonly outside: number;
  readonly programs: readonly NamedCount[];
}

interface ListedHistory {
  readonly complete: boolean;
  readonly clients: readonly {
    readonly client: string;
    readonly folders: readonly ListedFolder[];
    readonly left_out: readonly LeftOut[];
  }[];
}

/** Reading ends by itself after a minute. */
const timeoutMs = 90_000;
const mostPrograms = 4;

export const history: CommandDefinition = {
  summary: 'show what agents did before, from their own histories',
  help: `Reads the history files of Claude Code, Codex, OpenCode, Copilot CLI and Gemini CLI of the last
${historyDays} days on this computer. Changes nothing and sends nothing. What it shows is written by the
agents themselves and not verified.`,
  options: {},
  async run({ args, paint, width }) {
    expectNone(args);
    const app = await AppClient.find();
    try {
      const data = await app.call<ListedHistory>(
        'POST',
        '/history',
        {},
        AbortSignal.timeout(timeoutMs),
      );
      const rows = data.clients.flatMap(({ client, folders }) =>
        folders.map((folder) => [client, folder.path, ...numbersOf(folder)]),
      );
      const head = ['CLIENT', 'FOLDER', 'READS', 'EDITS', 'COMMANDS', 'OUTSIDE', 'PROGRAMS'];
      const text =
        rows.length > 0
          ? table(head, rows, { paint, width })
          : `No agent was used in the last ${historyDays} days.`;
      return { data, text: [text, ...notesOn(data)].join('\n') };
    } finally {
      app.close();
    }
  },
};

const numbersOf = ({ reads, edits, commands, outside, programs }: ListedFolder) => [
  ...[reads, edits, commands, outside].map(String),
  programs
    .slice(0, mostPrograms)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', '),
];

const notesOn = ({ complete, clients }: ListedHistory): readonly string[] => [
  "From the agents' own histories, not verified.",
  ...(complete ? [] : ['Not everything was read: there is too much of it.']),
  ...clients.flatMap(({ client, left_out }) =>
    left_out.map(({ what, count }) => `${client}: left out ${count} × ${what}.`),
  ),
];
