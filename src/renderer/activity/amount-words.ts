import type { FeedPicture } from './entry-feed.ts';

type Amount = Pick<FeedPicture, 'total' | 'totalExact' | 'entries' | 'status'>;

/** How many entries there are. */
export function amountWords(
  { total, totalExact, entries, status }: Amount,
  isFiltered: boolean,
): string {
  const amount = total ?? entries.length;
  const words = `${totalExact ? '' : 'more than '}${amount.toLocaleString()}`;
  if (amount === 0 && status !== 'shown') return '';
  if (amount === 0) return isFiltered ? 'No entries match.' : 'No entries yet.';
  if (!isFiltered) return amount === 1 ? 'One entry' : `${words} entries`;
  return amount === 1 ? 'One entry matches' : `${words} entries match`;
}
