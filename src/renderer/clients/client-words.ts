/** What the Clients page says of a client. */
import type {
  ClientCard,
  ClientFile,
  ClientWay,
  ExposedAbility,
  Standing,
  WrittenChange,
} from '../../shared/integrations/clients.ts';
import { ago } from '../text/times.ts';

export interface StateWords {
  readonly tone: 'none' | 'plain' | 'waiting' | 'good' | 'warning';
  readonly word: string;
}

export function stateWords({ state }: Pick<ClientCard, 'state'>, now: number): StateWords {
  switch (state.kind) {
    case 'not-installed':
      return { tone: 'none', word: 'Not installed' };
    case 'can-connect':
      return { tone: 'plain', word: 'Not connected' };
    case 'waiting':
      return { tone: 'waiting', word: 'Configured. Waiting for it to connect…' };
    case 'connected':
      return { tone: 'good', word: `Connected ${ago(Math.max(0, now - state.last.at))}` };
    case 'changed':
      return { tone: 'warning', word: 'Changed outside Gatehouse' };
  }
}

export const wayWords: Readonly<Record<ClientWay, string>> = {
  command: 'The gatehouse command (no key in its file)',
  reference: 'HTTP, with the key read from a Gatehouse file (no key in its file)',
  key: 'HTTP, with the key in its file',
};

export const abilityWords: Readonly<Record<ExposedAbility, string>> = {
  read: 'Read',
  edit: 'Edit',
  shell: 'Shell',
  network: 'Network',
  git: 'Git',
  mcp: 'MCP',
};

export const standingWords: Readonly<Record<Standing, string>> = {
  free: 'Without asking',
  asks: 'Asks',
  denied: 'Denied',
  unknown: 'Unknown',
};

export const fileWords = ({ path, scope, isThere, hasEntry }: ClientFile): string =>
  [
    path,
    scope === 'project' ? 'project' : null,
    isThere ? null : 'new',
    hasEntry ? 'has an entry' : null,
  ]
    .filter((word) => word !== null)
    .join(' · ');

const driftWords: Readonly<Record<WrittenChange['drift'], string | null>> = {
  'as-written': null,
  elsewhere: 'The file was edited since. Undo keeps those edits.',
  changed:
    'The entry was changed outside Gatehouse. Red: what Gatehouse wrote. Green: what is there now.',
  gone: 'The entry was removed outside Gatehouse.',
  unreadable: 'The file can no longer be read.',
};

/** `again` puts our entry back; `keep` accepts what is there. */
export const driftChoices = { again: 'Reconnect', keep: 'Keep the change' } as const;

export const changeTitle = ({ purpose }: WrittenChange): string =>
  purpose === 'connect' ? 'Connected to Gatehouse' : 'Own edit and shell tools turned off';

export const driftNote = ({ drift }: WrittenChange): string | null => driftWords[drift];

const order = ['changed', 'waiting', 'connected', 'can-connect', 'not-installed'] as const;

/** What needs the person comes first, what is not here last. */
export const inOrder = (cards: readonly ClientCard[]): readonly ClientCard[] =>
  cards.toSorted((one, other) => order.indexOf(one.state.kind) - order.indexOf(other.state.kind));
