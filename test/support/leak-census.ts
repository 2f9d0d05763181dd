/** Counts what is open in this process, and says what is open that was not before. */
import { openThings } from './open-things.ts';

export interface Census {
  readonly handles: ReadonlyMap<string, number>;
  readonly listeners: ReadonlyMap<string, number>;
  readonly things: ReadonlySet<object>;
}

/** Taken before any test can put a fake one in its place. */
const realSetTimeout = globalThis.setTimeout;
const POLL_MS = 10;
const POLLS = 100;

/** Requests and immediates end by themselves; timers are known one by one. */
const NOT_COUNTED = /Req|^Immediate$|^Timeout$/;

export function takeCensus(): Census {
  const handles = process.getActiveResourcesInfo().filter((kind) => !NOT_COUNTED.test(kind));
  const events = process.eventNames();
  return {
    handles: countOf(handles),
    listeners: new Map(events.map((name) => [String(name), process.listenerCount(name)])),
    things: new Set(openThings().keys()),
  };
}

/** One sentence for each kind of thing that is open now and was not before. */
export function leaksSince(before: Census): string[] {
  const now = takeCensus();
  const newThings = [...openThings()].filter(([thing]) => !before.things.has(thing));
  return [
    ...newThings.map(([, opened]) => opened),
    ...excess(before.handles, now.handles).map(({ name, more }) => `${more} × ${name}`),
    ...excess(before.listeners, now.listeners).map(
      ({ name, more }) => `${more} × listener on process for ${name}`,
    ),
  ];
}

/** Closing takes a moment: asks again for about a second before it believes in a leak. */
export async function lastingLeaksSince(before: Census): Promise<string[]> {
  for (let poll = 0; poll < POLLS; poll += 1) {
    if (leaksSince(before).length === 0) return [];
    await new Promise((resolve) => realSetTimeout(resolve, POLL_MS));
  }
  return leaksSince(before);
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function excess(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): { readonly name: string; readonly more: number }[] {
  return [...now]
    .map(([name, count]) => ({ name, more: count - (before.get(name) ?? 0) }))
    .filter(({ more }) => more > 0);
}
