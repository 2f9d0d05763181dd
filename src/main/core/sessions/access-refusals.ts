/** What an agent is told when the answer to its request was no. */
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Settlement, Yes } from '../asks/ask-queue.ts';

export function refusalOf(settlement: Exclude<Settlement, Yes>): Refused {
  switch (settlement.kind) {
    case 'deny':
    case 'deny-kind':
      return refused('denied-by-person', settlement.reason && `They wrote: ${settlement.reason}`);
    case 'change':
      return refused('change-wanted', `They wrote: ${settlement.text}`);
    case 'timed-out':
      return refused('ask-timed-out');
    case 'parked':
      return refused('ask-parked');
    case 'closed':
      return refused('shutting-down');
    case 'withdrawn':
    case 'once':
    case 'session':
      return refused('ask-withdrawn');
  }
}
