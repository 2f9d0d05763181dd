/**
 * Two real apps on one data folder: the second comes with Chromium's lock files removed, from
 * another PID namespace and host name, at the same moment, or after our own lock file was deleted.
 * Meanwhile the first is kept writing; whatever it acknowledged must be in the ledger afterwards.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditLine } from '../../../src/shared/ledger/entry.ts';
import { LedgerVerifier } from '../../../src/shared/ledger/verify.ts';
import { giveLines } from '../../../src/shared/ledger/verify-bytes.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { Discovery, discoveryFileName } from '../../../src/shared/app/discovery.ts';

export interface TwoApps {
  readonly electron: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly rounds: number;
}

export interface TwoAppsReport {
  rounds: number;
  /** How many second apps ended and named the first one. */
  turnedAway: number;
  acknowledged: number;
  lost: number;
  readonly problems: string[];
}

const token = 'management-token-of-the-fault';
const startMs = 60_000;
type Kind = 'beside' | 'elsewhere' | 'together' | 'lock-deleted';

interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly closed: Promise<unknown>;
}

export async function twoAppsRounds(setup: TwoApps): Promise<TwoAppsReport> {
  const report = { rounds: 0, turnedAway: 0, acknowledged: 0, lost: 0, problems: [] };
  const bed = new TestBed(setup, report);
  try {
    await bed.startFirst();
    for (let round = 0; round < setup.rounds; round += 1) await bed.round(kindOf(round), round);
    await bed.stopAll();
    bed.readBack();
  } finally {
    await bed.stopAll();
  }
  return report;
}

function kindOf(round: number): Kind {
  if (round % 20 === 7) return 'together';
  if (round % 20 === 13) return 'lock-deleted';
  return round % 4 === 2 && canUnshare ? 'elsewhere' : 'beside';
}

const canUnshare = spawnSync('unshare', ['--pid', '--uts', '--fork', 'true']).status === 0;

class TestBed {
  readonly #setup: TwoApps;
  readonly #report: TwoAppsReport;
  readonly #acknowledged: string[] = [];
  readonly #running = new Set<Running>();
  #first: Running | null = null;
  #url = '';
  #made = 0;

  constructor(setup: TwoApps, report: TwoAppsReport) {
    this.#setup = setup;
    this.#report = report;
  }

  async startFirst(): Promise<void> {
    this.#first = this.#start();
    await this.#served(this.#first);
  }

  async round(kind: Kind, round: number): Promise<void> {
    this.#report.rounds += 1;
    if (kind === 'together') return this.#together(round);
    this.#forget(kind === 'lock-deleted');
    const load = this.#load();
    const second = this.#start(kind === 'elsewhere');
    if (kind === 'lock-deleted') await this.#secondTakesOver(second, round);
    else await this.#isTurnedAway(second, `round ${round} (${kind})`);
    await load.stop();
  }

  async stopAll(): Promise<void> {
    for (const { child, closed } of this.#running) {
      child.kill('SIGKILL');
      await closed;
    }
    this.#running.clear();
  }

  readBack(): void {
    const folder = path.join(this.#setup.dataDir, 'audit');
    const verifier = new LedgerVerifier({ sha256: quickSha256, checkpoints: [] });
    const kept = new Set<string>();
    for (const name of fs
      .readdirSync(folder)
      .filter((one) => one.endsWith('.jsonl'))
      .toSorted()) {
      const bytes = fs.readFileSync(path.join(folder, name));
      verifier.beginSegment(name);
      giveLines(bytes, verifier);
      for (const line of bytes.toString('utf8').split('\n').slice(0, -1))
        kept.add(AuditLine.parse(JSON.parse(line)).detail ?? '');
    }
    const { problem } = verifier.finish();
    if (problem) this.#report.problems.push(`entry ${problem.seq}: ${problem.why}`);
    this.#report.acknowledged = this.#acknowledged.length;
    this.#report.lost = this.#acknowledged.filter((name) => !kept.has(name)).length;
  }

  /** Both at the same moment: one runs, the other ends. */
  async #together(round: number): Promise<void> {
    await this.stopAll();
    this.#forget(false);
    const both = [this.#start(), this.#start()] as const;
    const loser = await Promise.race(both.map(async (one) => one.closed.then(() => one)));
    const winner = loser === both[0] ? both[1] : both[0];
    this.#running.delete(loser);
    if (!/in use by another|already running/.test(loser.said()))
      this.#report.problems.push(`round ${round}: the one that ended said ${loser.said()}`);
    else this.#report.turnedAway += 1;
    this.#first = winner;
    await this.#served(winner);
  }

  async #isTurnedAway(second: Running, name: string): Promise<void> {
    await Promise.race([second.closed, sleep(startMs, null, { ref: false })]);
    this.#running.delete(second);
    const { exitCode } = second.child;
    const names = second.said().includes(`in use by another Gatehouse: process `);
    if (exitCode === 1 && names) this.#report.turnedAway += 1;
    else this.#report.problems.push(`${name}: ended with ${exitCode}: ${second.said()}`);
  }

  /** The lock file is gone, so the second has the folder; from then on the first takes no call. */
  async #secondTakesOver(second: Running, round: number): Promise<void> {
    const former = this.#url;
    await this.#served(second);
    if (await this.#added(former))
      this.#report.problems.push(`round ${round}: the first app still took a call`);
    const first = this.#first;
    first?.child.kill('SIGKILL');
    await first?.closed;
    if (first) this.#running.delete(first);
    this.#first = second;
  }

  #forget(ownLockToo: boolean): void {
    const { dataDir } = this.#setup;
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      fs.rmSync(path.join(dataDir, 'electron', name), { force: true });
    if (ownLockToo) fs.rmSync(path.join(dataDir, 'app.lock'), { force: true });
  }

  #start(elsewhere = false): Running {
    const { electron, args, env, dataDir } = this.#setup;
    const words = [...args, '--no-window'];
    const own = { ...env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_PORT: '0', MCP_TOKEN: token };
    const named = 'hostname elsewhere && exec "$0" "$@"';
    const inside = ['--pid', '--uts', '--fork', '--mount-proc', 'sh', '-c', named, electron];
    const child = elsewhere
      ? spawn('unshare', [...inside, ...words], { env: own })
      : spawn(electron, words, { env: own });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const running = { child, said: () => said, closed: once(child, 'close') };
    this.#running.add(running);
    return running;
  }

  async #served({ said, child }: Running): Promise<void> {
    for (const giveUpAt = Date.now() + startMs; Date.now() < giveUpAt; await sleep(20)) {
      if (child.exitCode !== null) throw new Error(`it ended: ${said()}`);
      if (!/listens at http/.test(said())) continue;
      const file = path.join(this.#setup.dataDir, discoveryFileName);
      const { mcpUrl } = Discovery.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
      this.#url = new URL(mcpUrl).origin;
      return;
    }
    throw new Error(`it did not start: ${said()}`);
  }

  #load(): { stop(): Promise<void> } {
    const stopping = new AbortController();
    const writing = this.#writeUntil(stopping.signal, this.#url);
    return {
      stop: () => {
        stopping.abort();
        return writing;
      },
    };
  }

  async #writeUntil(signal: AbortSignal, url: string): Promise<void> {
    while (!signal.aborted) {
      await this.#added(url);
      await sleep(5);
    }
  }

  /** Whether a line was acknowledged. */
  async #added(url: string): Promise<boolean> {
    this.#made += 1;
    const name = `fault-${this.#made}`;
    const send = (route: string): Promise<Response> =>
      fetch(`${url}${route}`, {
        method: 'POST',
        headers: { Authorization: token, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      });
    const answer = await send('/keys').catch(() => null);
    if (!answer?.ok) return false;
    this.#acknowledged.push(name);
    await send('/keys/revoke').catch(() => null);
    return true;
  }
}
