// What a look from the host finds of this app's sandboxes: processes, mounts, namespaces, temporary
// files. Other runs on the machine are left out. Linux only.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const mark = /(?:^|\0)GATEHOUSE_RUN=([^\0]+)/;
const lookMs = 300;

/** @typedef {{ pid: string, startedAt: string, command: string, inSession: boolean }} Seen */

export class Leftovers {
  #home;
  #temporary = gateFolders();
  #ownNetwork = networkOf('self');
  /** @type {Set<string>} */
  #marks = new Set();
  /** By number and start: numbers of processes and of namespaces are used again. @type {Map<string, Seen>} */
  #seen = new Map();
  #timer;

  /** Looks on until it is stopped. @param {string} home names everything that belongs to this test */
  constructor(home) {
    this.#home = home;
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** How many processes were seen in sessions so far. */
  get seenInSessions() {
    return [...this.#seen.values()].filter(({ inSession }) => inSession).length;
  }

  /** Processes of the app, and of whatever runs in its sandboxes. */
  processes() {
    this.#look();
    return [...this.#seen.values()].filter(isStill).map(({ pid, command }) => `${pid} ${command}`);
  }

  /** Those that belong to a session: bubblewrap, what it runs, the holder of its network. */
  inSessions() {
    this.#look();
    const all = [...this.#seen.values()].filter((one) => one.inSession && isStill(one));
    return all.map(({ pid, command }) => `${pid} ${command}`);
  }

  mounts() {
    const lines = fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return lines.filter((line) => line.includes(this.#home));
  }

  temporary() {
    return gateFolders().filter((name) => !this.#temporary.includes(name));
  }

  /** Marked processes are ours, and so is whatever shares a network with one of them. */
  #look() {
    const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const marked = pids.filter((pid) => this.#isMarked(pid));
    const networks = new Set(marked.map(networkOf).filter((one) => this.#isApart(one)));
    for (const pid of pids) {
      const inSession = networks.has(networkOf(pid));
      if (!inSession && !marked.includes(pid)) continue;
      const command = commandOf(pid);
      const startedAt = startOf(pid);
      if (startedAt === '' || Number(pid) === process.pid) continue;
      const isBubblewrap = /(^|\/)(bwrap|nsenter) /.test(command);
      const one = { pid, startedAt, command, inSession: inSession || isBubblewrap };
      this.#seen.set(`${pid} ${startedAt}`, one);
    }
  }

  /** @param {string} network */
  #isApart(network) {
    return network !== '' && network !== this.#ownNetwork;
  }

  /** @param {string} pid */
  #isMarked(pid) {
    const value = mark.exec(textOf(pid, 'environ'))?.[1];
    if (value === undefined) return false;
    if (commandOf(pid).includes(this.#home)) this.#marks.add(value);
    return this.#marks.has(value);
  }
}

/** @param {Seen} seen */
const isStill = ({ pid, startedAt }) => startOf(pid) === startedAt;

/**
 * Waits until nothing is left; what is still there after that time is the result.
 * @param {() => string[]} leftNow @param {number} atMostMs
 */
export async function untilNothing(leftNow, atMostMs) {
  const until = performance.now() + atMostMs;
  for (;;) {
    const left = leftNow();
    if (left.length === 0 || performance.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Private folders of sessions, live or being removed. @param {string} dataDir */
export function privateFolders(dataDir) {
  const folder = path.join(dataDir, 'sandbox');
  const all = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const sessions = path.join(folder, 'sessions');
  const own = fs.existsSync(sessions) ? fs.readdirSync(sessions) : [];
  return [...all.filter((name) => name.startsWith('ended-')), ...own];
}

const gateFolders = () =>
  fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('gatehouse-terminal-'));

/** Empty for one that has ended, though nobody may have asked about it yet. @param {string} pid */
function startOf(pid) {
  const [, rest = ''] = /\) (.*)$/.exec(textOf(pid, 'stat').trim()) ?? [];
  const fields = rest.split(' ');
  return /^[ZX]/.test(rest) ? '' : (fields[19] ?? '');
}

/** @param {string} pid */
function networkOf(pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return '';
  }
}

/** @param {string} pid */
const commandOf = (pid) => textOf(pid, 'cmdline').replaceAll('\0', ' ').trim();

/** @param {string} pid @param {string} name */
function textOf(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
