/** Linux: asks logind whether the desktop session is locked; works with GNOME, KDE and others. */
import { outputOf } from '../programs/tool-output.ts';

/** Also false without logind, or if the desktop does not report to it. */
export async function isScreenLocked(loginctl = 'loginctl'): Promise<boolean> {
  const session = process.env['XDG_SESSION_ID'] ?? 'auto';
  const answer = await outputOf(loginctl, ['show-session', session, '-p', 'LockedHint', '--value']);
  return answer.trim() === 'yes';
}
