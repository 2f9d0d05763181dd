/** The refusal that an agent gets when its access request was not granted. */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { AskResult, AllowedAnswer } from '../asks/ask-queue.ts';

export function refusalOf(result: Exclude<AskResult, AllowedAnswer>): Refused {
  switch (result.kind) {
    case 'deny':
    case 'deny-kind':
      return refused('denied-by-person', result.reason && `They wrote: ${result.reason}`);
    case 'change':
      return refused('change-wanted', `They wrote: ${result.text}`);
    case 'timed-out':
      return refused('ask-timed-out');
    case 'parked':
      return refused('ask-parked');
    case 'closed':
      return refused('shutting-down');
    case 'withdrawn':
    case 'once':
    case 'session':
    case 'submit':
      return refused('ask-withdrawn');
  }
}
