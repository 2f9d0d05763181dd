/** Settings and environment for an OpenCode process that Gatehouse starts. */
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
  /** Set in the environment of all processes of this run, so that they can be found. */
  readonly mark: string;
  readonly configFile: string;
  /** Settings in the workspace can start programs, so they are used only if the user allows it. */
  readonly useProjectSettings: boolean;
}

/** Checked for this start. */
export interface RunProgram {
  /** The absolute real path, so that the checked program is the one that runs. */
  readonly real: string;
  /** The name it is started with, because some programs depend on it. */
  readonly called: string;
  /**
   * For PATH, without agents' folders, so that programs it starts, such as its interpreter, do not
   * come from there.
   */
  readonly path: string;
}

/**
 * OpenCode's own tools that change something or use the network ask first; Gatehouse's tools are
 * judged by the gate.
 */
const askFirst = ['edit', 'bash', 'webfetch', 'websearch', 'external_directory'];

/**
 * OpenCode substitutes `{env:…}` and `{file:…}` before it parses the JSON, so a name that contains
 * them could inject anything.
 */
export const isSubstituted = (text: string): boolean => /\{(env|file):/i.test(text);

/**
 * Contains no secret: the key comes from the environment. The folder header is for this process
 * only.
 */
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

/** Headers can contain ASCII only; other paths are sent as file URLs. */
const headerFor = (workspace: string): string =>
  /^[\x20-\x7e]+$/.test(workspace) ? workspace : pathToFileURL(workspace).href;

/** Variables of Gatehouse and Electron, and those that make programs load code. */
const keptBack = /^(GATEHOUSE_|ELECTRON_|CHROME_|OPENCODE_|MCP_TOKEN$|NODE_OPTIONS$|LD_PRELOAD$)/;

/** The user's environment without our own variables. */
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
    // Takes precedence over project settings, unlike OPENCODE_CONFIG.
    OPENCODE_CONFIG_CONTENT: configFor(facts),
    OPENCODE_SERVER_PASSWORD: facts.password,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    ...(facts.useProjectSettings ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
    GATEHOUSE_WORKSPACE_PATH: facts.workspace,
    GATEHOUSE_MCP_PORT: String(facts.mcpPort),
    // The names of the seed document.
    CODEHYDRA_WORKSPACE_PATH: facts.workspace,
    CODEHYDRA_MCP_PORT: String(facts.mcpPort),
    GATEHOUSE_CLIENT_KEY: facts.clientKey,
    [openCodeRunMark]: facts.mark,
  };
}

/** The same for the same folder, so that the ledger shows one client per workspace. */
export function clientIdFor(workspace: string, name: string): ClientId {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 20);
  const mark = createHash('sha256').update(workspace).digest('hex').slice(0, 8);
  return ClientId.parse(`opencode-${plain}-${mark}`.replaceAll(/-+/g, '-'));
}
