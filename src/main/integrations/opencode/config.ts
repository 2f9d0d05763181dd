/** How one OpenCode is told of Gatehouse: its settings and its environment. Pure. */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { ClientId } from '../../../shared/base/ids.ts';
import { openCodeRunMark } from '../../../shared/integrations/opencode-run.ts';

export interface RunFacts {
  readonly program: RunProgram;
  readonly workspace: string;
  readonly mcpPort: number;
  readonly clientKey: string;
  readonly password: string;
  /** All processes that come of this run carry it, and are found by it. */
  readonly mark: string;
  readonly configFile: string;
  /** Settings in the workspace can start programs; they count only if the owner wants it so. */
  readonly useProjectSettings: boolean;
}

/** Checked for this very start. */
export interface RunProgram {
  /** Absolute and real: what was checked is what is run. */
  readonly real: string;
  /** How it was found, and how it is called: some programs go by the name they are started with. */
  readonly called: string;
  /** For PATH: what it starts in turn, such as its interpreter, is found in none of the agents' folders. */
  readonly path: string;
}

/** OpenCode's own tools that change something or reach out ask first; ours are judged by the gate. */
const askFirst = ['edit', 'bash', 'webfetch', 'websearch', 'external_directory'];

/** OpenCode puts `{env:…}` and `{file:…}` in place before it reads the JSON: such a name could say anything. */
export const isSubstituted = (text: string): boolean => /\{(env|file):/i.test(text);

/** Holds no secret: the key comes from the environment. The folder is told as it is, for this process alone. */
export function configFor({ workspace }: Pick<RunFacts, 'workspace'>): string {
  const gatehouse = {
    type: 'remote',
    url: 'http://127.0.0.1:{env:GATEHOUSE_MCP_PORT}/mcp',
    headers: {
      Authorization: 'Bearer {env:GATEHOUSE_CLIENT_KEY}',
      'X-Workspace-Path': headerFor(workspace),
    },
    oauth: false,
    enabled: true,
  };
  const settings = {
    $schema: 'https://opencode.ai/config.json',
    autoupdate: false,
    permission: Object.fromEntries(askFirst.map((tool) => [tool, 'ask'])),
    mcp: { gatehouse },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** A header holds only plain letters; other names are told as an address. */
const headerFor = (workspace: string): string =>
  /^[\x20-\x7e]+$/.test(workspace) ? workspace : pathToFileURL(workspace).href;

/** Of Gatehouse itself, of Electron, and what would make every program load code. */
const keptBack = /^(GATEHOUSE_|ELECTRON_|CHROME_|OPENCODE_|MCP_TOKEN$|NODE_OPTIONS$|LD_PRELOAD$)/;

/** The person's own environment, as for any program of theirs, without what is ours. */
export function environmentFor(
  facts: RunFacts,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const passedOn = Object.entries(own).flatMap(([name, value]) =>
    value === undefined || keptBack.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(passedOn),
    PATH: facts.program.path,
    OPENCODE_CONFIG: facts.configFile,
    // Goes before the settings of a project, which OPENCODE_CONFIG does not.
    OPENCODE_CONFIG_CONTENT: configFor(facts),
    OPENCODE_SERVER_PASSWORD: facts.password,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    ...(facts.useProjectSettings ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
    GATEHOUSE_WORKSPACE_PATH: facts.workspace,
    GATEHOUSE_MCP_PORT: String(facts.mcpPort),
    GATEHOUSE_CLIENT_KEY: facts.clientKey,
    [openCodeRunMark]: facts.mark,
  };
}

/** The same for the same folder, so that the ledger shows one identity for each workspace. */
export function clientIdFor(workspace: string, name: string): ClientId {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 20);
  const mark = createHash('sha256').update(workspace).digest('hex').slice(0, 8);
  return ClientId.parse(`opencode-${plain}-${mark}`.replaceAll(/-+/g, '-'));
}
