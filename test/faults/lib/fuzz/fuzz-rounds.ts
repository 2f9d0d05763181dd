/** J10: messages mutated from a recorded session, at every transport of an app in its own process. */
import { AppProcess, type Health } from './app-process.ts';
import { fuzzBytes, fuzzRequests } from './http-transports.ts';
import { record } from './recorded.ts';
import { fuzzPlugins, fuzzSessions } from './socket-transports.ts';
import { Tally, whyOf, type Fuzzing, type Problem } from './tally.ts';

/** Which share of the messages each transport gets. */
const shares = {
  'session socket': 0.56,
  'plugin socket': 0.16,
  'MCP, stateful': 0.04,
  'MCP, stateless': 0.03,
  'management API': 0.05,
  bytes: 0.16,
} as const;
type TransportName = keyof typeof shares;

const fuzzers: Readonly<Record<TransportName, (fuzzing: Fuzzing, tally: Tally) => Promise<void>>> =
  {
    'session socket': fuzzSessions,
    'plugin socket': fuzzPlugins,
    'MCP, stateful': (fuzzing, tally) => fuzzRequests('legacy', fuzzing, tally),
    'MCP, stateless': (fuzzing, tally) => fuzzRequests('modern', fuzzing, tally),
    'management API': (fuzzing, tally) => fuzzRequests('management', fuzzing, tally),
    bytes: fuzzBytes,
  };

export interface TransportReport {
  readonly transport: string;
  readonly sent: number;
  readonly seconds: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

export interface FuzzReport {
  readonly transports: readonly TransportReport[];
  readonly crashed: string | null;
  readonly before: Health;
  readonly after: Health;
  /** Files that hold a key of the run, though none may. */
  readonly leaks: readonly string[];
}

export interface FuzzOptions {
  readonly onReport?: (transport: TransportReport) => void;
  /** How many were sent so far, now and then. */
  readonly underWay?: (sent: number) => void;
  /** Once it is aborted no more are sent, and what was sent is reported. */
  readonly enough?: AbortSignal;
}

export async function fuzzTransports(
  count: number,
  seed: number,
  { onReport, underWay, enough }: FuzzOptions = {},
): Promise<FuzzReport> {
  const app = await AppProcess.start();
  const tallies = (Object.keys(shares) as TransportName[]).map(
    (transport) =>
      [
        transport,
        new Tally(transport, seed, Math.ceil(count * shares[transport]), enough),
      ] as const,
  );
  const beat = setInterval(
    () => underWay?.(tallies.reduce((sum, [, { sent }]) => sum + sent, 0)),
    60_000,
  );
  try {
    const recorded = await record(app.facts, app.managementToken());
    const before = await app.health('collect');
    const transports = await Promise.all(
      tallies.map(async ([transport, tally]) => {
        const report = await fuzzTransport(transport, tally, { app, recorded, seed });
        onReport?.(report);
        return report;
      }),
    );
    const { crashed } = app;
    const after = crashed ? before : await app.health('collect');
    return { transports, crashed, before, after, leaks: app.leaks() };
  } finally {
    clearInterval(beat);
    await app.dispose();
  }
}

async function fuzzTransport(
  transport: TransportName,
  tally: Tally,
  fuzzing: Fuzzing,
): Promise<TransportReport> {
  const began = performance.now();
  await fuzzers[transport](fuzzing, tally).catch((error: unknown) =>
    tally.found(tally.sent, `it could not go on: ${whyOf(error)}`, ''),
  );
  const { sent, answers, problems } = tally;
  return { transport, sent, answers, problems, seconds: (performance.now() - began) / 1_000 };
}
