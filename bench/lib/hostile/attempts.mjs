// All attempts, by what they are after.
import { indirect } from './indirect.mjs';
import { losses } from './losses.mjs';
import { network } from './network.mjs';
import { runsLater } from './runs-later.mjs';
import { secrets } from './secrets.mjs';
import { writesOutside } from './writes-outside.mjs';

/** @type {Record<string, (place: import('./attempt-parts.mjs').Place) => import('./attempt-parts.mjs').Attempt[]>} */
export const attemptsByGroup = {
  'writes outside': writesOutside,
  secrets,
  'runs later': runsLater,
  network,
  losses,
  indirect,
};
