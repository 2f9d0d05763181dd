/** What the Clients page says of a client. */
import type {
  ClientCard,
  ClientFile,
  ClientWay,
  ExposedAbility,
  Standing,
  WrittenChange,
} from '../../shared/clients.ts';
import { ago } from '../words/times.ts';

export interface StateWords {
  readonly tone: 'none' | 'plain' | 'waiting' | 'good' | 'warning';
  readonly word: string;
}

export function stateWords({ state }: Pick<ClientCard, 'state'>, now: number): StateWords {
  switch (state.kind) {
    case 'not-installed':
      return { tone: 'none', word: 'Not found here' };
    case 'can-connect':
      return { tone: 'plain', word: 'Can be connected' };
    case 'waiting':
      return { tone: 'waiting', word: 'Written, waiting for it to come' };
    case 'connected':
      return { tone: 'good', word: `Connected ${ago(Math.max(0, now - state.last.at))}` };
    case 'changed':
      return { tone: 'warning', word: 'Changed by someone else' };
  }
}

export const wayWords: Readonly<Record<ClientWay, string>> = {
  command: 'By starting the gatehouse command (no key in its file)',
  reference: 'Over HTTP, with the key read from a file of ours (no key in its file)',
  key: 'Over HTTP, with the key in its file',
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
  elsewhere: 'The file was edited elsewhere since; undo leaves that alone.',
  changed: 'What we wrote was changed since.',
  gone: 'What we wrote was removed since.',
  unreadable: 'The file can no longer be read.',
};

export const changeTitle = ({ purpose }: WrittenChange): string =>
  purpose === 'connect' ? 'Entry written' : 'Own edit and shell tools denied';

export const driftNote = ({ drift }: WrittenChange): string | null => driftWords[drift];

const order = ['changed', 'waiting', 'connected', 'can-connect', 'not-installed'] as const;

/** What needs the person comes first, what is not here last. */
export const inOrder = (cards: readonly ClientCard[]): readonly ClientCard[] =>
  cards.toSorted((one, other) => order.indexOf(one.state.kind) - order.indexOf(other.state.kind));
