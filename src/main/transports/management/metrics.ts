/** GET /metrics: counters since the start. They name no client, path or tool argument. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { RequestRecord } from '../../../shared/protocols/management-views.ts';
import type { McpServerView } from '../../../shared/servers/server-views.ts';
import type { Core } from '../../core/core.ts';
import type { HttpRoute } from '../http/request-router.ts';
import type { FindServers } from './server-routes.ts';

const gateBounds = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 10, 60];
const sessionBounds = [60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800];
const failedAuth: readonly ErrorCode[] = ['unauthorized', 'too-many-tries'];

export class Metrics implements HttpRoute<'management'>, Disposable {
  readonly audience = 'management';
  readonly #core: Core;
  readonly #disposables = new Disposables();
  readonly #requests = new Map<RequestRecord['status'], number>();
  readonly #refusals = new Map<ErrorCode, number>();
  readonly #calls = new Map<string, number>();
  readonly #gate = new Histogram(gateBounds);
  /** By kind of executor, and with the outcome. */
  readonly #hops = new Map<string, Histogram>();
  readonly #ran = new Map<string, number>();
  readonly #sessions = new Histogram(sessionBounds);
  #findServers: FindServers = () => null;
  #asked = 0;
  #tokens = 0;

  constructor(core: Core) {
    this.#core = core;
    this.#disposables.add(
      core.requests.onChanged(({ status }) => {
        if (status === 'PENDING') this.#asked += 1;
        else countUp(this.#requests, status);
      }),
    );
    this.#disposables.add(
      core.sessions.onEnded(({ ended, startedAt }) => {
        if (ended) this.#sessions.observe(Math.max(0, ended.at - startedAt) / 1000);
      }),
    );
    this.#disposables.add(
      core.onPassed(({ ms, result }) => {
        this.#gate.observe(ms / 1000);
        countUp(this.#calls, result);
      }),
    );
    this.#disposables.add(
      core.executors.onRan(({ by, ms, result }) => {
        const hop = this.#hops.get(by) ?? new Histogram(gateBounds);
        this.#hops.set(by, hop);
        hop.observe(ms / 1000);
        countUp(this.#ran, `${by} ${result}`);
      }),
    );
    this.#disposables.add(core.sessions.onTokenIssued(() => (this.#tokens += 1)));
  }

  matches(method: string, path: string): boolean {
    return method === 'GET' && path === '/metrics';
  }

  async serve(_request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': metricsContentType });
    const open = this.#findServers();
    response.end(this.text(open ? (await open.servers.list()).servers : []));
  }

  readonly refused = (code: ErrorCode): void => countUp(this.#refusals, code);

  showServers(find: FindServers): void {
    this.#findServers = find;
  }

  text(servers: readonly McpServerView[] = []): string {
    const parts = [this.#counters(), this.#gauges(), serverGauges(servers), this.#histograms()];
    return parts.flat().join('');
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  #counters(): readonly string[] {
    const decided = (status: RequestRecord['status']): number => this.#requests.get(status) ?? 0;
    const wrong = failedAuth.reduce((sum, code) => sum + (this.#refusals.get(code) ?? 0), 0);
    const counter = (name: string, help: string, value: number): string =>
      metricText('counter', name, help, [{ value }]);
    return [
      counter('gatehouse_requests_total', 'Access requests made.', this.#asked),
      counter('gatehouse_approvals_total', 'Access requests approved.', decided('APPROVED')),
      counter('gatehouse_denials_total', 'Access requests denied.', decided('DENIED')),
      counter('gatehouse_requests_expired_total', 'Requests nobody answered.', decided('EXPIRED')),
      counter('gatehouse_tokens_issued_total', 'Session tokens issued.', this.#tokens),
      counter('gatehouse_auth_failures_total', 'Requests without a valid credential.', wrong),
      metricText(
        'counter',
        'gatehouse_refused_total',
        'Refused requests, by reason.',
        labelled(this.#refusals, 'code'),
      ),
      metricText(
        'counter',
        'gatehouse_calls_total',
        'Calls that passed the gate to an outcome.',
        labelled(this.#calls, 'outcome'),
      ),
      metricText(
        'counter',
        'gatehouse_executor_calls_total',
        'Calls that an executor answered.',
        byName(this.#ran).map(([key, value]) => {
          const [executor = '', outcome = ''] = key.split(' ');
          return { labels: { executor, outcome }, value };
        }),
      ),
    ];
  }

  #gauges(): readonly string[] {
    const { asks, sessions, executors, state } = this.#core;
    const live = sessions.list().filter((session) => !session.ended).length;
    const ledgerFailing = state.snapshot().notices.some(({ id }) => id === 'ledger-trouble');
    const gauge = (name: string, help: string, value: number): string =>
      metricText('gauge', name, help, [{ value }]);
    return [
      gauge('gatehouse_queue_depth', 'Asks waiting for the user.', asks.list().length),
      gauge('gatehouse_sessions_live', 'Sessions that have not ended.', live),
      gauge('gatehouse_editors', 'Connected editors.', executors.editors().length),
      gauge(
        'gatehouse_ledger_healthy',
        'Whether the ledger can be written.',
        ledgerFailing ? 0 : 1,
      ),
    ];
  }

  #histograms(): readonly string[] {
    return [
      this.#gate.text(
        'gatehouse_gate_duration_seconds',
        'Time from a call to its outcome, including the editor and the user.',
      ),
      histograms(
        'gatehouse_executor_duration_seconds',
        'Time that the workbench, an editor, an MCP server or Gatehouse itself took for a call, without asking.',
        byName(this.#hops),
      ),
      this.#sessions.text('gatehouse_session_duration_seconds', 'How long ended sessions lasted.'),
    ];
  }
}

/** Their calls, errors and times are in those of the executors, as `mcp:<server>`. */
function serverGauges(servers: readonly McpServerView[]): readonly string[] {
  if (servers.length === 0) return [];
  const gauge = (name: string, help: string, of: (server: McpServerView) => number): string =>
    metricText(
      'gauge',
      name,
      help,
      servers.map((server) => ({ labels: { server: server.name }, value: of(server) })),
    );
  return [
    gauge('gatehouse_server_processes', 'Processes of MCP servers.', (item) => item.processes),
    gauge(
      'gatehouse_server_memory_bytes',
      'Memory of MCP servers and their children.',
      (item) => item.memoryBytes ?? 0,
    ),
    gauge(
      'gatehouse_server_unreviewed',
      'Tools of MCP servers that wait for the user.',
      (item) => item.unreviewed,
    ),
  ];
}

function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const byName = <Value>(values: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));

const labelled = (counts: ReadonlyMap<string, number>, name: string) =>
  byName(counts).map(([label, value]) => ({ labels: { [name]: label }, value }));

// Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

export function metricText(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ labels = {}, value }) => line(name, labels, value));
  return head(kind, name, help) + lines.join('');
}

const head = (kind: string, name: string, help: string): string =>
  `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${kind}\n`;

function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
}

const escapedHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escaped = (text: string): string => escapedHelp(text).replaceAll('"', '\\"');

const histograms = (
  name: string,
  help: string,
  byExecutor: readonly (readonly [executor: string, histogram: Histogram])[],
): string =>
  head('histogram', name, help) +
  byExecutor.map(([executor, metrics]) => metrics.lines(name, { executor })).join('');

/** Counts of values at or below each bound. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at !== -1) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  text(name: string, help: string): string {
    return head('histogram', name, help) + this.lines(name);
  }

  lines(name: string, labels: Labels = {}): string {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return line(`${name}_bucket`, { ...labels, le: String(bound) }, below);
    });
    const all = line(`${name}_bucket`, { ...labels, le: '+Inf' }, this.#count);
    const sum = line(`${name}_sum`, labels, this.#sum);
    return buckets.join('') + all + sum + line(`${name}_count`, labels, this.#count);
  }
}
