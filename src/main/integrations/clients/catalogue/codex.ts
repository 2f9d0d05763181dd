import fs from 'node:fs';
import type { AbilityExposure } from '../../../../shared/integrations/clients.ts';
import type { JsonObject } from '../edit/json-value.ts';
import { tomlFormat } from '../edit/toml-format.ts';
import type { ClientSpec } from './client-spec.ts';
import { commandEntry, headersOf } from './entries.ts';
import { asks, denied, free, isOn, lastAt, unknown, withShell, wordAt } from './exposures.ts';
import { inMovable } from './config-paths.ts';

const controlSocket = 'app-server-control.sock';

/** Gatehouse asks the user, so Codex does not ask a second time for each call. */
const limits: JsonObject = { tool_timeout_sec: 300, default_tools_approval_mode: 'approve' };

export const codex: ClientSpec = {
  id: 'codex',
  name: 'Codex',
  signs: (at) => ({ programs: ['codex'], places: [inMovable(at, 'CODEX_HOME', '.codex')] }),
  format: tomlFormat,
  userFiles: (at) => [codex.newFile(at)],
  newFile: (at) => inMovable(at, 'CODEX_HOME', '.codex', 'config.toml'),
  projectFiles: ['.codex/config.toml'],
  precedence:
    'A project that Codex trusts may set its own servers, which win over those of the user.',
  entry: { path: ['mcp_servers', 'gatehouse'] },
  stdio: (command) => ({ ...commandEntry(command), startup_timeout_sec: 60, ...limits }),
  http: (address) => ({ url: address.url, http_headers: headersOf(address), ...limits }),
  expands: [],
  after: 'Restart Codex: it reads its settings when it starts.',
  ifSilent: 'Run "codex mcp list" in a terminal, or /mcp in Codex.',
  native: {
    format: tomlFormat,
    files: (at) => codex.userFiles(at),
    read(settings) {
      const sandbox = wordAt(settings, ['sandbox_mode']);
      const policy = wordAt(settings, ['approval_policy']);
      const hasShell = lastAt(settings, ['features', 'shell_tool']) !== false;
      const unset = unknown('it depends on whether Codex trusts the folder');
      const bySandbox: Readonly<
        Record<string, readonly [AbilityExposure, AbilityExposure, AbilityExposure]>
      > = {
        'danger-full-access': [free('no sandbox'), free('no sandbox'), free('no sandbox')],
        'workspace-write': [
          free('inside its workspace'),
          free('inside its sandbox'),
          isOn(settings, ['sandbox_workspace_write', 'network_access'])
            ? free('network_access is on')
            : denied('by its sandbox'),
        ],
        'read-only':
          policy === 'never'
            ? [
                denied('read-only, and it never asks'),
                free('commands that only read'),
                denied('by its sandbox'),
              ]
            : [
                asks('asks to leave read-only'),
                asks('asks for more than reading'),
                asks('asks to leave its sandbox'),
              ],
      };
      const [edit, shell, network] = bySandbox[sandbox] ?? [unset, unset, unset];
      return withShell({
        read: free('the sandbox does not keep it from reading'),
        edit,
        shell: hasShell ? shell : denied('features.shell_tool is off'),
        network,
        mcp: unknown('each server has its own setting'),
      });
    },
    hazards: (at) => {
      const socket = inMovable(at, 'CODEX_HOME', '.codex', 'app-server-control', controlSocket);
      return fs.existsSync(socket)
        ? [
            `Codex’s control socket exists: any of your programs can answer its prompts through ${socket}.`,
          ]
        : [];
    },
    isAllowedInEntry: true,
    deny: () => [
      { kind: 'set', path: ['sandbox_mode'], value: 'read-only' },
      { kind: 'set', path: ['approval_policy'], value: 'never' },
      { kind: 'set', path: ['features', 'shell_tool'], value: false },
    ],
    note: 'Profiles and words on the command line of Codex win over this file.',
  },
};
