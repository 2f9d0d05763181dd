import { pages, type Page } from './store.ts';

export type Shortcut =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'filter' }
  | { readonly kind: 'help' };

type Chord = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const isMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');

/** Ctrl+K, or Cmd+K on a Mac, where Ctrl+K deletes to the end of a line. */
export const isPaletteChord = (chord: Chord, onMac = isMac): boolean =>
  chord.key.toLowerCase() === 'k' &&
  chord.ctrlKey === !onMac &&
  chord.metaKey === onMac &&
  !chord.altKey &&
  !chord.shiftKey;

export const paletteKeys: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K'];

export function shortcutOf(key: string): Shortcut | null {
  const page = pages[Number(key) - 1];
  if (page !== undefined) return { kind: 'page', page };
  switch (key.toLowerCase()) {
    case 'j':
      return { kind: 'move', by: 1 };
    case 'k':
      return { kind: 'move', by: -1 };
    case '/':
      return { kind: 'filter' };
    case '?':
      return { kind: 'help' };
    default:
      return null;
  }
}
