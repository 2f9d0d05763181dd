/** What is pinned after the user reviewed texts and decided; only for exactly what was shown. */
import type { ReviewedText } from '../../../shared/servers/server-commands.ts';
import type { ServerPins } from './pin-store.ts';
import { digestOfInstructions, digestOfRemoval, digestOfTool } from './server-text.ts';

export interface Review {
  readonly kind: 'accept' | 'reject';
  readonly texts: readonly ReviewedText[];
}

const maxRejected = 5_000;

/** Null if one of the texts has changed since. */
export function afterReview(pins: ServerPins, { kind, texts }: Review): ServerPins | null {
  const { offered } = pins;
  if (offered === null) return null;
  const tools = { ...pins.tools };
  let { instructions } = pins;
  for (const { tool: name, seen } of texts) {
    if (name === null) {
      const text = offered.instructions ?? '';
      if (digestOfInstructions(text) !== seen) return null;
      instructions = text === '' ? null : text;
      continue;
    }
    const now = offered.tools.find((tool) => tool.name === name);
    const pinned = Object.hasOwn(pins.tools, name) ? pins.tools[name] : undefined;
    if (now && digestOfTool(now) === seen) tools[name] = now;
    else if (!now && pinned && digestOfRemoval(pinned) === seen)
      Reflect.deleteProperty(tools, name);
    else return null;
  }
  const digests = texts.map(({ seen }) => seen);
  const others = pins.rejected.filter((digest) => !digests.includes(digest));
  return kind === 'accept'
    ? { ...pins, instructions, tools, rejected: others }
    : { ...pins, rejected: [...others, ...digests].slice(-maxRejected) };
}
