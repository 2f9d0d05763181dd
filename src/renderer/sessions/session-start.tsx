/** That nobody was asked when the session started, and where that was decided. */
import type { Session } from '../../shared/access/access.ts';
import { goToItem, useMain } from '../app/store.ts';
import { sessionsText } from './sessions-text.ts';

export function SessionStart({ session }: { readonly session: Session }) {
  const { standingGrant } = session;
  const isListed = useMain(
    ({ snapshot }) => snapshot?.standing?.some(({ grantId }) => grantId === standingGrant) ?? false,
  );
  if (standingGrant === undefined) return null;
  return (
    <p className="session-start">
      {sessionsText.startedByGrant}{' '}
      {isListed && (
        <button
          type="button"
          className="link-button"
          onClick={() => goToItem('rules', standingGrant, false)}
        >
          {sessionsText.showGrant}
        </button>
      )}
    </p>
  );
}
