/** An editor or browser that connects for the first time, as the user sees it. */
import { z } from 'zod';

export const PairingId = z.uuid().brand<'PairingId'>();
export type PairingId = z.infer<typeof PairingId>;

export interface PairingView {
  readonly pairingId: PairingId;
  readonly kind: 'editor' | 'browser';
  /** For an editor; for a browser, the extension's origin. */
  readonly pluginId: string;
  /** As the program claims them; unverified. */
  readonly name: string;
  readonly version: string;
  /** Shown after the user agreed, to be typed into the editor or the extension. */
  readonly code: string | null;
  readonly expiresAt: number;
}
