/** GET /metrics: counters since the start. They name no client, path or tool argument. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { RequestRecord } from '../../../shared/protocols/management-views.ts';
import type { Core } from '../../core/core.ts';
import type { HttpRoute } from '../http/request-router.ts';
import { Histogram, metricsContentType, metricText } from './metrics-text.ts';

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
  readonly #sessions = new Histogram(sessionBounds);
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
    this.#disposables.add(core.sessions.onTokenIssued(() => (this.#tokens += 1)));
  }

  matches(method: string, path: string): boolean {
    return method === 'GET' && path === '/metrics';
  }

  async serve(_request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': metricsContentType });
    response.end(this.text());
  }

  readonly refused = (code: ErrorCode): void => countUp(this.#refusals, code);

  text(): string {
    return [...this.#counters(), ...this.#gauges(), ...this.#histograms()].join('');
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
      counter('gatehouse_tokens_issued_total', 'Session tokens told.', this.#tokens),
      counter('gatehouse_auth_failures_total', 'Requests without a valid credential.', wrong),
      metricText(
        'counter',
        'gatehouse_refused_total',
        'What was refused at the doors, by reason.',
        labelled(this.#refusals, 'code'),
      ),
      metricText(
        'counter',
        'gatehouse_calls_total',
        'Calls that passed the gate to an outcome.',
        labelled(this.#calls, 'outcome'),
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
      gauge('gatehouse_queue_depth', 'Questions waiting for the person.', asks.list().length),
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
        'From a call to its outcome, with the time the editor and the person took.',
      ),
      this.#sessions.text('gatehouse_session_duration_seconds', 'How long ended sessions lasted.'),
    ];
  }
}

function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const labelled = (counts: ReadonlyMap<string, number>, name: string) =>
  [...counts]
    .toSorted(([item], [other]) => (item < other ? -1 : 1))
    .map(([label, value]) => ({ labels: { [name]: label }, value }));
