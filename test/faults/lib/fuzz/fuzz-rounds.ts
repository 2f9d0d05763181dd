/** J10: messages mutated from a recorded session, at every door of a house in its own process. */
import { HouseProcess, type Health } from './house-process.ts';
import { fuzzBytes, fuzzRequests } from './http-doors.ts';
import { record } from './recorded.ts';
import { fuzzPlugins, fuzzSessions } from './socket-doors.ts';
import { Tally, whyOf, type Fuzzing, type Problem } from './tally.ts';

/** Which share of the messages each door gets. */
const shares = {
  'session socket': 0.56,
  'plugin socket': 0.16,
  'MCP, first era': 0.04,
  'MCP, second era': 0.03,
  'management API': 0.05,
  bytes: 0.16,
} as const;
type DoorName = keyof typeof shares;

const fuzzers: Readonly<Record<DoorName, (fuzzing: Fuzzing, tally: Tally) => Promise<void>>> = {
  'session socket': fuzzSessions,
  'plugin socket': fuzzPlugins,
  'MCP, first era': (fuzzing, tally) => fuzzRequests('legacy', fuzzing, tally),
  'MCP, second era': (fuzzing, tally) => fuzzRequests('modern', fuzzing, tally),
  'management API': (fuzzing, tally) => fuzzRequests('management', fuzzing, tally),
  bytes: fuzzBytes,
};

export interface DoorReport {
  readonly door: string;
  readonly sent: number;
  readonly seconds: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

export interface FuzzReport {
  readonly doors: readonly DoorReport[];
  readonly crashed: string | null;
  readonly before: Health;
  readonly after: Health;
  /** Files that hold a key of the run, though none may. */
  readonly leaks: readonly string[];
}

export interface FuzzOptions {
  readonly told?: (door: DoorReport) => void;
  /** How many were sent so far, now and then. */
  readonly underWay?: (sent: number) => void;
  /** Once it is aborted no more are sent, and what was sent is reported. */
  readonly enough?: AbortSignal;
}

export async function fuzzDoors(
  count: number,
  seed: number,
  { told, underWay, enough }: FuzzOptions = {},
): Promise<FuzzReport> {
  const house = await HouseProcess.start();
  const tallies = (Object.keys(shares) as DoorName[]).map(
    (door) => [door, new Tally(door, seed, Math.ceil(count * shares[door]), enough)] as const,
  );
  const beat = setInterval(
    () => underWay?.(tallies.reduce((sum, [, { sent }]) => sum + sent, 0)),
    60_000,
  );
  try {
    const recorded = await record(house.facts, house.managementToken());
    const before = await house.health('collect');
    const doors = await Promise.all(
      tallies.map(async ([door, tally]) => {
        const report = await fuzzDoor(door, tally, { house, recorded, seed });
        told?.(report);
        return report;
      }),
    );
    const { crashed } = house;
    const after = crashed ? before : await house.health('collect');
    return { doors, crashed, before, after, leaks: house.leaks() };
  } finally {
    clearInterval(beat);
    await house.dispose();
  }
}

async function fuzzDoor(door: DoorName, tally: Tally, fuzzing: Fuzzing): Promise<DoorReport> {
  const began = performance.now();
  await fuzzers[door](fuzzing, tally).catch((error: unknown) =>
    tally.found(tally.sent, `it could not go on: ${whyOf(error)}`, ''),
  );
  const { sent, answers, problems } = tally;
  return { door, sent, answers, problems, seconds: (performance.now() - began) / 1_000 };
}
