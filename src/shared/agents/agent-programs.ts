/**
 * The agents that `gatehouse run` starts inside a sandbox, as data: the program, its login file,
 * its settings folders, and the hosts of its provider.
 */

export const agentNames = ['claude', 'codex', 'opencode', 'gemini', 'copilot'] as const;
export type AgentName = (typeof agentNames)[number];

export interface AgentLogin {
  /** Relative to the home folder. */
  readonly file: string;
  /** Fields that change when the login is renewed. If any exist, the copy inside is writable. */
  readonly renewed: readonly string[];
}

export interface AgentProgram {
  readonly title: string;
  /** Looked up on the user's PATH. */
  readonly program: string;
  /** Null if it has no login file. */
  readonly login: AgentLogin | null;
  /** Its settings folders relative to the home folder, outer ones first. */
  readonly folders: readonly string[];
  /** The folder among them that contains its own settings. */
  readonly settings: string;
  /** Environment variables of the user that are passed on; they may contain keys. */
  readonly variables: readonly string[];
  /**
   * The variables among them that contain a provider's address: its host is also named in the ask.
   */
  readonly addresses: readonly string[];
  /** Variables that are always set. */
  readonly environment: Readonly<Record<string, string>>;
  /** Reached without another ask, on port 443. */
  readonly hosts: readonly string[];
}

const openAiVariables = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'];
const anthropicVariables = ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'];

export const agentPrograms: Readonly<Record<AgentName, AgentProgram>> = {
  claude: {
    title: 'Claude Code',
    program: 'claude',
    login: {
      file: '.claude/.credentials.json',
      renewed: ['accessToken', 'refreshToken', 'expiresAt', 'refreshTokenExpiresAt'],
    },
    folders: ['.claude'],
    settings: '.claude',
    variables: [
      ...anthropicVariables,
      ...['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_MODEL', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ],
    addresses: ['ANTHROPIC_BASE_URL'],
    environment: {
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    hosts: ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com'],
  },
  codex: {
    title: 'Codex',
    program: 'codex',
    login: {
      file: '.codex/auth.json',
      renewed: ['id_token', 'access_token', 'refresh_token', 'last_refresh'],
    },
    folders: ['.codex'],
    settings: '.codex',
    variables: [...openAiVariables, 'CODEX_API_KEY'],
    addresses: ['OPENAI_BASE_URL'],
    environment: {},
    hosts: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  },
  opencode: {
    title: 'OpenCode',
    program: 'opencode',
    login: {
      file: '.local/share/opencode/auth.json',
      renewed: ['access', 'refresh', 'expires'],
    },
    folders: [
      ...['.config', '.config/opencode', '.config/opencode/plugin'],
      ...['.local', '.local/share', '.local/share/opencode'],
    ],
    settings: '.config/opencode',
    variables: [
      ...anthropicVariables,
      ...openAiVariables,
      ...['GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_CONFIG_CONTENT'],
    ],
    addresses: ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'],
    environment: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
    // The hosts of its providers are added, by the names in its login.
    hosts: ['models.dev'],
  },
  gemini: {
    title: 'Gemini CLI',
    program: 'gemini',
    login: {
      file: '.gemini/oauth_creds.json',
      renewed: ['access_token', 'refresh_token', 'id_token', 'expiry_date'],
    },
    folders: ['.gemini', '.gemini/policies'],
    settings: '.gemini',
    variables: ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
    addresses: ['GOOGLE_GEMINI_BASE_URL'],
    environment: { GEMINI_TELEMETRY_ENABLED: 'false' },
    hosts: [
      'generativelanguage.googleapis.com',
      'cloudcode-pa.googleapis.com',
      'oauth2.googleapis.com',
    ],
  },
  copilot: {
    title: 'Copilot CLI',
    program: 'copilot',
    // It keeps its login in the desktop's keyring, which is not available inside; a token works.
    login: null,
    folders: ['.copilot', '.copilot/hooks'],
    settings: '.copilot',
    variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    addresses: [],
    environment: { COPILOT_AUTO_UPDATE: 'false' },
    hosts: ['api.github.com', 'api.githubcopilot.com', 'api.individual.githubcopilot.com'],
  },
};

/** The hosts of the providers in OpenCode's login. */
export const providerHosts: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['api.anthropic.com', 'console.anthropic.com'],
  openai: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  google: ['generativelanguage.googleapis.com'],
  'github-copilot': ['api.github.com', 'api.githubcopilot.com'],
  openrouter: ['openrouter.ai'],
  opencode: ['opencode.ai'],
};

export const isAgentName = (name: string): name is AgentName =>
  agentNames.some((item) => item === name);

/** The ledger's name for an agent that runs in a sandbox. */
export const runAgentAction = 'run_agent';
