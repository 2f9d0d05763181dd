/**
 * The text of our plugin for OpenCode, ~/.config/opencode/plugin/gatehouse.js. OpenCode has no
 * hooks that start a command, but it loads plugins from that folder and stops a tool if one of
 * them throws. The plugin calls `gatehouse hook opencode EVENT`, like the hooks of other clients.
 */
import type { ClientProgram } from '../clients/catalogue/client-spec.ts';

export function opencodePlugin({ program, args, env }: ClientProgram): string {
  // JSON is valid JavaScript except for two line separators, at which older parsers end a string.
  const launch = JSON.stringify({ program, args, env }, null, 2)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `${header}\nconst launch = ${launch};\n${body}`;
}

const header = `// Written by Gatehouse. It decides about OpenCode's own tools; remove it on the Clients page of Gatehouse.
import { spawn } from 'node:child_process';
`;

/** Plain JavaScript for OpenCode's runtime. */
const body = String.raw`
// A project's .env file must not affect the program that decides, so it gets no other variables.
const passedOn = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR',
  'SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP',
];
const maxAnswer = 1024 * 1024;
const initMs = 15_000;
const noAnswer = 'Gatehouse gave no answer, so this was not run. Ask the user to check Gatehouse.';

/** Resolves to null if it may run, otherwise to the reason. Never rejects. */
function ask(event, input, { timeout } = {}) {
  return new Promise((resolve) => {
    try {
      const env = { ...launch.env };
      for (const name of passedOn) if (process.env[name] !== undefined) env[name] ??= process.env[name];
      const args = [...launch.args, 'hook', 'opencode', event];
      const child = spawn(launch.program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], timeout });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (stdout = (stdout + text).slice(0, maxAnswer)));
      child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(0, 4000)));
      child.stdin.on('error', () => undefined);
      child.on('error', () => resolve(noAnswer));
      child.on('close', (code) => resolve(reasonAgainst(code, stdout, stderr)));
      child.stdin.end(JSON.stringify(input));
    } catch {
      resolve(noAnswer);
    }
  });
}

function reasonAgainst(code, stdout, stderr) {
  if (code !== 0) return stderr.trim() || noAnswer;
  try {
    const { verdict, message } = JSON.parse(stdout);
    if (verdict === 'allow' || verdict === 'pass') return null;
    return typeof message === 'string' && message !== '' ? message : noAnswer;
  } catch {
    return noAnswer;
  }
}

/**
 * Gatehouse decides about these and about tools of MCP servers. OpenCode itself asks about
 * reading.
 */
const asked = ['bash', 'edit', 'webfetch', 'skill'];
/** Settings of OpenCode that a server's name could be a prefix of. */
const notTools = ['external_directory', 'doom_loop', 'plan_enter', 'plan_exit'];

const beginOf = (pattern) => pattern.split(/[*?]/, 1)[0];

function isAsked(name, servers) {
  if (asked.includes(name)) return true;
  const begin = beginOf(name);
  return servers.some((server) => begin.startsWith(server + '_')) && !notTools.some((other) => other.startsWith(begin));
}

/** What its settings deny stays denied. */
function withoutAsking(permission) {
  if (permission === 'ask') return 'allow';
  if (typeof permission !== 'object' || permission === null) return permission;
  return Object.fromEntries(
    Object.entries(permission).map(([name, value]) => [name, withoutAsking(value)]),
  );
}

function silenced(permission, servers) {
  const given = permission === 'ask' ? { '*': 'ask' } : permission;
  if (typeof given !== 'object' || given === null) return given;
  const own = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isAsked(name, servers) ? withoutAsking(value) : value]),
  );
  // A catch-all rule that asks stays, for what Gatehouse does not decide about. The last matching
  // line wins, so nothing is added after a line that may deny.
  const names = Object.keys(own);
  if (own['*'] !== 'ask' || names.some((name) => name !== '*' && /[*?]/.test(name))) return own;
  for (const name of [...asked, ...servers.map((server) => server + '_*')])
    if (isAsked(name, servers) && !names.some((other) => other.startsWith(beginOf(name))))
      own[name] = 'allow';
  return own;
}

/** Gatehouse asks, so OpenCode does not. */
function silence(config, servers) {
  for (const item of [config, ...Object.values(config.agent ?? {}), ...Object.values(config.mode ?? {})])
    if (item?.permission !== undefined) item.permission = silenced(item.permission, servers);
}

export const Gatehouse = async ({ directory }) => {
  const parents = new Map();
  const released = new Map();
  let servers = [];
  const refusal = await ask('init', { directory }, { timeout: initMs });
  const about = ({ sessionID }) => ({ directory, servers, parent: parents.get(sessionID) });
  const report = async (call, result) => {
    const { tool, sessionID, callID, args } = call;
    released.delete(callID);
    await ask('after', { ...about(call), input: { tool, sessionID, callID, args }, ...result });
  };
  return {
    config: async (config) => {
      servers = Object.keys(config.mcp ?? {}).map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_'));
      if (refusal === null) silence(config, servers);
    },
    'tool.execute.before': async (input, output) => {
      const { tool, sessionID, callID } = input;
      const { args } = output;
      const reason = await ask('before', {
        ...about(input),
        input: { tool, sessionID, callID },
        output: { args },
      });
      if (reason !== null) throw new Error(reason);
      released.set(callID, { tool, sessionID, callID, args: structuredClone(args) });
    },
    'tool.execute.after': async (input, output) => {
      const { title, metadata, output: text } = output ?? {};
      const call = released.get(input.callID) ?? input;
      await report(call, { output: { title, output: text, metadata: { exit: metadata?.exit } } });
    },
    event: async ({ event }) => {
      const { info, part } = event?.properties ?? {};
      if (event?.type === 'session.created' && info?.parentID) parents.set(info.id, info.parentID);
      // A tool that fails triggers no after-event.
      const call = part?.type === 'tool' ? released.get(part.callID) : undefined;
      if (call && part.state?.status === 'error')
        await report(call, { error: String(part.state.error ?? 'failed') });
    },
  };
};
`;
