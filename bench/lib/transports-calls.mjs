// One call after the other and 32 at once, by each contender in turn; reported as ratios per round.
import { processCpu } from './electron-process.mjs';
import { median, round, spread } from './figures.mjs';
import { contender } from './mcp-load.mjs';

/** @typedef {{ name: string, port: number, key?: string, params: object, pid?: number | undefined }} Contender */
/** @typedef {{ p50: number, perSecond: number, cpu: number }} Seen */
/** @typedef {(figure: object) => void} Report */

const oneByOne = { oneByOne: 400, together: 0 };
const together = { oneByOne: 1, together: 2_000 };
/**
 * Long enough for V8 to compile the hot code: a tray app runs for days, not for seconds. After
 * 15,000 calls a call of ours still costs 1.3 times what it costs after 60,000.
 */
const warmUp = { oneByOne: 400, together: 60_000 };

/** Names of the contenders and our targets against them. The floor has no target. */
const others = new Map([
  ['bare', { called: 'a bare SDK server with nothing behind it', p50: 1, perSecond: 3 }],
  ['floor', { called: 'the floor: HTTP, JSON-RPC and the editor by hand, no gate' }],
  ['least', { called: 'the floor with the least a gate must do' }],
]);
/** Other gateways check and record nothing. */
const gatewayTargets = new Map([
  ['supergateway', { p50: 1, perSecond: 1.6 }],
  ['mcp-proxy', { p50: 0.8, perSecond: 1.6 }],
]);

/** @param {{ contenders: Contender[], rounds: number, report: Report }} facts */
export async function compareCalls({ contenders, rounds, report }) {
  const seen = await measure(contenders, rounds);
  const of = (/** @type {string} */ name) => seen.get(name) ?? [];
  for (const { name } of contenders) {
    if (name === 'ours') continue;
    const { called, ...targets } = others.get(name) ?? {
      called: name,
      ...gatewayTargets.get(name.split(' ')[0] ?? ''),
    };
    emit({ what: 'MCP call', called, targets, ours: of('ours'), theirs: of(name), report });
  }
  const { called, ...targets } = others.get('bare') ?? { called: 'bare' };
  const ways = [
    ['floor', 'The floor itself'],
    ['least', 'The floor with the least gate'],
  ];
  for (const [name, what] of ways) {
    emit({ what, called, targets, ours: of(name), theirs: of('bare'), report, isOurs: false });
  }
}

/** @param {Contender[]} contenders @param {number} rounds */
async function measure(contenders, rounds) {
  /** @type {Map<string, Seen[]>} */
  const seen = new Map(contenders.map(({ name }) => [name, []]));
  const ready = [];
  for (const { name, pid, ...target } of contenders) {
    const job = { ...target, method: 'tools/call', expect: '"language"' };
    ready.push({ name, pid, link: await contender(job) });
  }
  for (const { link } of ready) await link.run(warmUp);
  for (let n = -1; n < rounds; n += 1) {
    for (const { name, pid, link } of ready) {
      const { p50 } = await link.run(oneByOne);
      const before = cpuOf(pid);
      const { perSecond } = await link.run(together);
      const cpu = (cpuOf(pid) - before) / together.together;
      if (n >= 0) seen.get(name)?.push({ p50, perSecond, cpu });
    }
  }
  for (const { link } of ready) link.close();
  return seen;
}

/** In µs, without the server or editor behind it. @param {number | undefined} pid */
const cpuOf = (pid) => (pid === undefined ? Number.NaN : processCpu(pid) * 1000);

/**
 * Figures of the floor itself show whether a target can be met at all; they never fail the bench.
 * @param {{ what: string, called: string, targets: { p50?: number, perSecond?: number },
 *   ours: Seen[], theirs: Seen[], report: Report, isOurs?: boolean }} facts
 */
function emit({ what, called, targets, ours, theirs, report, isOurs = true }) {
  const figures = [
    { name: 'p50', field: 'p50', unit: ' µs', max: targets.p50 },
    { name: 'calls/s at 32', field: 'perSecond', unit: '/s', least: targets.perSecond },
    { name: 'CPU a call at 32', field: 'cpu', unit: ' µs' },
  ];
  for (const { name, field, unit, max, least } of figures) {
    const of = (/** @type {Seen} */ one) => one[/** @type {keyof Seen} */ (field)];
    const ratios = ours.map((our, at) => of(our) / of(/** @type {Seen} */ (theirs[at])));
    const ratio = median(ratios);
    if (!Number.isFinite(ratio)) continue;
    const target = max ?? least;
    const isMet = ratio <= (max ?? Infinity) && ratio >= (least ?? 0);
    const value = (/** @type {Seen[]} */ all) => `${round(median(all.map(of)))}${unit}`;
    report({
      name: `${what}: ${name} against ${called}`,
      ratio: round(ratio),
      ...(target === undefined ? {} : { target, [isOurs ? 'ok' : 'reachable']: isMet }),
      spread: spread(ratios),
      ours: value(ours),
      theirs: value(theirs),
    });
  }
}
