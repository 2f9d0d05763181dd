// What runs in a workspace: the processes that carry its folder in their environment. Linux only.
import fs from 'node:fs';

/** @typedef {{ pid: number, command: string, env: Map<string, string> }} Running */

/** @param {string} folder @returns {Running[]} */
export function processesIn(folder) {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid), env: environmentOf(pid) }))
    .filter(({ env }) => env.get('GATEHOUSE_WORKSPACE_PATH') === folder);
}

/** One that has ended but that nobody has asked about yet does not run. @param {number} pid */
export function isRunning(pid) {
  const state = /\) (\S)/.exec(fileOf(String(pid), 'stat'))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** @param {string} folder */
export function endAllIn(folder) {
  for (const { pid } of processesIn(folder)) process.kill(pid, 'SIGKILL');
}

/** @param {string} pid */
const commandOf = (pid) => fileOf(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** @param {string} pid @returns {Map<string, string>} */
function environmentOf(pid) {
  const pairs = fileOf(pid, 'environ').split('\0');
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** @param {string} pid @param {string} name */
function fileOf(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
