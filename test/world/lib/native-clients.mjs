// The real programs whose own tools pass the gate: how each is started with a scripted model, how its
// hooks are written, and what its tools are called.
import fs from 'node:fs';
import path from 'node:path';
import { newerNode, newerNodeNeeds, withNewerNode } from './newer-node.mjs';

/** @typedef {import('./walk.mjs').World} World */
/** @typedef {import('./model-words.mjs').Step} Step */
/** @typedef {Step | ((results: string) => Step)} NextStep may depend on what the tools have said so far */
/** @typedef {{ program: string, args: string[], env: Record<string, string> }} Launch how the bridge is started */
/** @typedef {{ home: string, modelUrl: string, launch: Launch | null, timeoutSeconds?: number }} Setup
 *   without `launch` there are no hooks, and the client is on its own */
/**
 * @typedef {object} NativeClient
 * @property {string} id
 * @property {string} name
 * @property {(setup: Setup) => void} configure writes its settings into `home`
 * @property {(modelUrl: string) => { program: string, args: string[], env: NodeJS.ProcessEnv }} start without a terminal
 * @property {string[]} [forOthers] words with which it offers tools of servers and sub-agents at once
 * @property {(file: string) => Step} shell makes the file by a command
 * @property {(file: string) => Step} edit makes the file by a tool for edits
 * @property {(file: string) => Step} mcp makes the file by a tool of another MCP server
 * @property {NextStep[]} subAgent starts a sub-agent, whose prompt says SUB-TASK, and waits for it
 * @property {boolean} [hidesStderr] whether its model reads only that the hook failed
 * @property {string[]} opensOn what makes it run the tool although its hook gave no answer
 */

export const nativeNeeds = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  'opencode-ai': '1.18.33',
  '@opencode-ai/plugin': '1.18.33',
  '@github/copilot': '1.0.102',
  '@google/gemini-cli': '0.61.0',
  ...newerNodeNeeds,
};

const dayMs = 86_400_000;
/** @param {string} file @param {string | object} content */
export function write(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
}

/** A small MCP server of somebody else, with one tool that makes a file. */
const probe = path.join(import.meta.dirname, 'probe-server.mjs');
const probeEntry = { command: process.execPath, args: [probe] };

/** @param {World} ctx @returns {NativeClient[]} */
export const nativeClients = (ctx) => [
  claudeCode(ctx),
  codex(ctx),
  opencode(ctx),
  copilot(ctx),
  gemini(ctx),
];

/** @param {World} ctx @returns {NativeClient} */
export function claudeCode(ctx) {
  return {
    id: 'claude-code',
    name: 'Claude Code',
    opensOn: [],
    configure({ home, launch, timeoutSeconds = 86_400 }) {
      const hook = (/** @type {boolean} */ isDecision) => ({
        type: 'command',
        ...(launch ? execForm(launch, { client: 'claude-code', isDecision }) : {}),
      });
      const run = launch && hook(false);
      const decide = { ...hook(true), timeout: timeoutSeconds, onFailure: 'block' };
      const group = (/** @type {object} */ one) => [{ matcher: '*', hooks: [one] }];
      const hooks = run && {
        PreToolUse: group(decide),
        PermissionRequest: group(decide),
        PostToolUse: group(run),
        PostToolUseFailure: group(run),
        SessionStart: [{ hooks: [run] }],
        SessionEnd: [{ hooks: [run] }],
      };
      const ask = ['Bash', 'Edit', 'Write', 'NotebookEdit', 'WebFetch', 'mcp__probe'];
      write(path.join(home, '.claude/settings.json'), {
        ...(hooks ? { hooks } : {}),
        permissions: { ask },
      });
      write(path.join(home, '.claude.json'), {
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: ['fake'], rejected: [] },
        mcpServers: { probe: { type: 'stdio', ...probeEntry } },
      });
    },
    start: (modelUrl) => ({
      program: path.join(
        ctx.binDir('@anthropic-ai/claude-code'),
        `../@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
      ),
      args: ['-p', 'MAIN-TASK go'],
      env: {
        ...ctx.env,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'fake',
        ENABLE_TOOL_SEARCH: 'false',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }),
    shell: (file) => ({ tool: 'Bash', args: { command: `touch ${file}`, description: 'x' } }),
    edit: (file) => ({ tool: 'Write', args: { file_path: file, content: 'made\n' } }),
    mcp: (file) => ({ tool: 'mcp__probe__touchit', args: { name: file } }),
    subAgent: [
      {
        tool: 'Agent',
        args: { description: 'a part', prompt: 'SUB-TASK go', subagent_type: 'general-purpose' },
      },
    ],
  };
}

/** @param {World} ctx @returns {NativeClient} */
export function codex(ctx) {
  return {
    id: 'codex',
    name: 'Codex',
    opensOn: ['not answering in time'],
    configure({ home, modelUrl, launch, timeoutSeconds = 86_400 }) {
      const folder = path.join(home, '.codex');
      const line = (/** @type {boolean} */ isDecision) =>
        launch ? shellForm(launch, { client: 'codex', isDecision }) : '';
      const group = (/** @type {string} */ command, timeout = {}) => [
        { matcher: '.*', hooks: [{ type: 'command', command, ...timeout }] },
      ];
      const decide = group(line(true), { timeout: timeoutSeconds });
      const report = group(line(false));
      const hooks = { PreToolUse: decide, PermissionRequest: decide, PostToolUse: report };
      fs.rmSync(path.join(folder, 'hooks.json'), { force: true });
      if (launch) write(path.join(folder, 'hooks.json'), { hooks });
      write(path.join(folder, 'config.toml'), codexSettings(modelUrl));
    },
    start: () => ({
      program: path.join(ctx.binDir('@openai/codex'), 'codex'),
      // Trust is what the installer gives; it has a test of its own.
      args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', 'MAIN-TASK go'],
      env: { ...ctx.env, FAKE_KEY: 'none' },
    }),
    // For models that it knows, it hides these behind a search.
    forOthers: ['-c', 'model="fake"'],
    shell: (file) => ({ tool: 'exec_command', args: { cmd: `touch ${file}` } }),
    edit: (file) => ({ tool: 'apply_patch', args: { input: patchFor(path.basename(file)) } }),
    mcp: (file) => ({ tool: 'touchit', args: { name: file } }),
    subAgent: [
      { tool: 'spawn_agent', args: { message: 'SUB-TASK go' } },
      (results) => ({
        tool: 'wait_agent',
        args: { targets: [agentIn.exec(results)?.[1]], timeout_ms: 60_000 },
      }),
    ],
  };
}

/** In a result that is JSON in JSON. */
const agentIn = /agent_id\W+([0-9a-f-]{36})/;

/** Of a model that it knows, so that it has its tool for edits. @param {string} modelUrl */
const codexSettings = (modelUrl) => `model = "gpt-5.5"
model_provider = "fake"
sandbox_mode = "danger-full-access"

[features]
unified_exec_tty = false

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"

[mcp_servers.probe]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(probe)}]
default_tools_approval_mode = "approve"
`;

const patchFor = (/** @type {string} */ name) =>
  `*** Begin Patch\n*** Add File: ${name}\n+made\n*** End Patch\n`;

/** @param {World} ctx @returns {NativeClient} */
export function opencode(ctx) {
  return {
    id: 'opencode',
    name: 'OpenCode',
    opensOn: [],
    configure({ home, modelUrl, launch }) {
      const folder = path.join(home, '.config/opencode');
      const plugin = path.join(folder, 'plugin/gatehouse.js');
      fs.rmSync(plugin, { force: true });
      if (launch) write(plugin, pluginText(launch));
      // OpenCode would install this first, over the network, as soon as there is a plugin.
      const packages = path.join(ctx.binDir('@opencode-ai/plugin'), '../..');
      if (!fs.existsSync(path.join(folder, 'node_modules')))
        fs.cpSync(packages, folder, { recursive: true, verbatimSymlinks: true });
      write(path.join(folder, 'opencode.json'), {
        model: 'fake/fake',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
            models: { fake: { name: 'fake', tool_call: true } },
          },
        },
        mcp: { probe: { type: 'local', command: [process.execPath, probe], enabled: true } },
        permission: { bash: 'ask', edit: 'ask', probe_touchit: 'ask' },
      });
    },
    start: () => ({
      program: path.join(ctx.binDir('opencode-ai'), 'opencode'),
      args: ['run', 'MAIN-TASK go'],
      env: {
        ...ctx.env,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
    }),
    shell: (file) => ({ tool: 'bash', args: { command: `touch ${file}`, description: 'x' } }),
    edit: (file) => ({ tool: 'write', args: { filePath: file, content: 'made\n' } }),
    mcp: (file) => ({ tool: 'probe_touchit', args: { name: file } }),
    subAgent: [
      {
        tool: 'task',
        args: { description: 'a part', prompt: 'SUB-TASK go', subagent_type: 'general' },
      },
    ],
  };
}

/** @type {(launch: Launch) => string} */
let pluginText = () => {
  throw new Error('loadHooks comes first');
};

/** @type {(launch: Launch, hook: { client: string, event?: string, isDecision: boolean }) => string} */
let shellForm = () => {
  throw new Error('loadHooks comes first');
};

/** @type {(launch: Launch, hook: { client: string, isDecision: boolean }) => { command: string, args: string[] }} */
let execForm = () => {
  throw new Error('loadHooks comes first');
};

/** What the Clients page writes is made by TypeScript files of the app. @param {World} ctx */
export async function loadHooks(ctx) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ctx.repo,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const load = async (/** @type {string} */ file) =>
    /** @type {any} */ (await server.ssrLoadModule(`/src/main/integrations/${file}`));
  try {
    ({ opencodePlugin: pluginText } = await load('native/opencode-plugin.ts'));
    ({ execForm, shellForm } = await load('clients/catalogue/hooks/hook-command.ts'));
  } finally {
    await server.close();
  }
}

/** @param {World} ctx @returns {NativeClient} */
export function copilot(ctx) {
  return {
    id: 'copilot',
    name: 'Copilot CLI',
    hidesStderr: true,
    opensOn: ['not answering in time'],
    configure({ home, launch, timeoutSeconds = 86_400 }) {
      const folder = path.join(home, '.copilot');
      const file = path.join(folder, 'hooks/gatehouse.json');
      fs.rmSync(file, { force: true });
      const line = (/** @type {string} */ event, /** @type {boolean} */ isDecision) =>
        launch ? shellForm(launch, { client: 'copilot', event, isDecision }) : '';
      const decide = (/** @type {string} */ event) => [
        {
          type: 'command',
          bash: line(event, true),
          timeoutSec: timeoutSeconds,
        },
      ];
      const report = (/** @type {string} */ event) => [
        {
          type: 'command',
          bash: line(event, false),
        },
      ];
      if (launch)
        write(file, {
          version: 1,
          hooks: {
            preToolUse: decide('preToolUse'),
            permissionRequest: decide('permissionRequest'),
            postToolUse: report('postToolUse'),
            postToolUseFailure: report('postToolUseFailure'),
            sessionStart: report('sessionStart'),
          },
        });
      write(path.join(folder, 'mcp-config.json'), {
        mcpServers: { probe: { type: 'local', ...probeEntry, tools: ['*'] } },
      });
    },
    start: (modelUrl) => ({
      program: newerNode(ctx),
      args: [
        path.join(ctx.binDir('@github/copilot'), 'copilot'),
        ...['-p', 'MAIN-TASK go', '--no-auto-update'],
      ],
      env: {
        ...withNewerNode(ctx),
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_MODEL: 'fake',
        COPILOT_OFFLINE: 'true',
      },
    }),
    shell: (file) => ({ tool: 'bash', args: { command: `touch ${file}`, description: 'x' } }),
    edit: (file) => ({ tool: 'create', args: { path: file, file_text: 'made\n' } }),
    mcp: (file) => ({ tool: 'probe-touchit', args: { name: file } }),
    subAgent: [
      {
        tool: 'task',
        args: {
          ...{ description: 'a part', prompt: 'SUB-TASK go', name: 'part' },
          ...{ agent_type: 'general-purpose', mode: 'sync' },
        },
      },
    ],
  };
}

/** @param {World} ctx @returns {NativeClient} */
export function gemini(ctx) {
  return {
    id: 'gemini',
    name: 'Gemini CLI',
    opensOn: ['not answering in time'],
    configure({ home, launch, timeoutSeconds }) {
      const line = (/** @type {boolean} */ isDecision) =>
        launch ? shellForm(launch, { client: 'gemini', isDecision }) : '';
      const group = (/** @type {string} */ command, more = {}) => [
        { matcher: '*', hooks: [{ type: 'command', name: 'gatehouse', command, ...more }] },
      ];
      const timeout = timeoutSeconds === undefined ? dayMs : timeoutSeconds * 1000;
      write(path.join(home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        mcpServers: { probe: probeEntry },
        ...(launch
          ? { hooks: { BeforeTool: group(line(true), { timeout }), AfterTool: group(line(false)) } }
          : {}),
      });
    },
    start: (modelUrl) => ({
      program: path.join(ctx.binDir('@google/gemini-cli'), 'gemini'),
      // Without a terminal it offers its shell and edit tools only this way.
      args: ['--yolo', '-p', 'MAIN-TASK go'],
      env: {
        ...ctx.env,
        GEMINI_API_KEY: 'fake',
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
    }),
    shell: (file) => ({ tool: 'run_shell_command', args: { command: `touch ${file}` } }),
    edit: (file) => ({ tool: 'write_file', args: { file_path: file, content: 'made\n' } }),
    mcp: (file) => ({ tool: 'mcp_probe_touchit', args: { name: file } }),
    subAgent: [{ tool: 'invoke_agent', args: { agent_name: 'generalist', prompt: 'SUB-TASK go' } }],
  };
}
