import { pages, type Page } from './store.ts';

export type Shortcut =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'filter' }
  | { readonly kind: 'help' };

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
