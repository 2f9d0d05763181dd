/** J10: messages mutated from a recorded session, at every door of a house in its own process. */
import { HouseProcess, type Health } from './house-process.ts';
import { fuzzBytes, fuzzRequests } from './http-doors.ts';
import { record } from './recorded.ts';
import { fuzzPlugins, fuzzSessions } from './socket-doors.ts';
import { Tally, type Fuzzing, type Problem } from './tally.ts';

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
}

export async function fuzzDoors(
  count: number,
  seed: number,
  told: (door: DoorReport) => void = () => undefined,
): Promise<FuzzReport> {
  const house = await HouseProcess.start();
  try {
    const recorded = await record(house.facts, house.managementToken());
    const fuzzing = { house, recorded, seed };
    const before = await house.health('collect');
    const doors = await Promise.all(
      (Object.keys(shares) as DoorName[]).map(async (door) => {
        const report = await fuzzDoor(door, Math.ceil(count * shares[door]), fuzzing);
        told(report);
        return report;
      }),
    );
    const { crashed } = house;
    const after = crashed ? before : await house.health('collect');
    return { doors, crashed, before, after };
  } finally {
    await house.dispose();
  }
}

async function fuzzDoor(door: DoorName, count: number, fuzzing: Fuzzing): Promise<DoorReport> {
  const tally = new Tally(door, fuzzing.seed, count);
  const began = performance.now();
  await fuzzers[door](fuzzing, tally);
  const { sent, answers, problems } = tally;
  return { door, sent, answers, problems, seconds: (performance.now() - began) / 1_000 };
}
