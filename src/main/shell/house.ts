/** What the windows and the tray are given of the house behind them. */
import type { Settings } from '../../shared/settings.ts';
import type { Core } from '../core/offers.ts';

export interface House {
  readonly core: Core;
  readonly version: string;
  readonly showAtStart: boolean;
  readonly endOnScreenLock: boolean;
  saveTheme(theme: Settings['theme']): Promise<void>;
  trouble(text: string): void;
}
