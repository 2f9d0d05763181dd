/** An editor or browser that wants to connect for the first time, as the user sees it. */
import { z } from 'zod';

export const PairingId = z.uuid().brand<'PairingId'>();
export type PairingId = z.infer<typeof PairingId>;

export interface PairingView {
  readonly pairingId: PairingId;
  readonly kind: 'editor' | 'browser';
  /** Of an editor; the origin of the extension of a browser. */
  readonly pluginId: string;
  /** As the program claims them; unverified. */
  readonly name: string;
  readonly version: string;
  /** Shown after the user let it: to be typed into the editor or the extension. */
  readonly code: string | null;
  readonly expiresAt: number;
}
