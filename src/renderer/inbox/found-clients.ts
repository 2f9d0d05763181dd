/** Which of the clients on this computer the first run offers to connect. */
import type { ClientCard, ClientsView, KnownClient } from '../../shared/integrations/clients.ts';

/** Programs that Gatehouse was tried with come first. */
const preferred: readonly KnownClient[] = ['claude-code', 'codex', 'opencode', 'gemini', 'cursor'];

const rank = ({ id }: ClientCard): number => {
  const at = preferred.indexOf(id);
  return at === -1 ? preferred.length : at;
};

export const clientsToConnect = (view: ClientsView | null): readonly ClientCard[] =>
  (view?.cards ?? [])
    .filter(({ state }) => state.kind === 'can-connect')
    .toSorted((a, b) => rank(a) - rank(b));

/** Some client was connected before: then the inbox needs no introduction. */
export const hasConnectedClient = (view: ClientsView | null): boolean =>
  (view?.cards ?? []).some(({ changes }) => changes.length > 0);
