/** What undoing everything for a client would do to its files as they are now, before it is done. */
import { useState } from 'react';
import type { ClientCard } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { ClientBadge } from './client-badge.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { clientsText } from './clients-text.ts';
import { undoRequest } from './setup-request.ts';

interface UndoDialogProps {
  readonly card: ClientCard;
  readonly home: string;
  onClose(): void;
}

export function UndoDialog({ card, home, onClose }: UndoDialogProps) {
  // The card changes while the dialog shows the result.
  const [request] = useState(() => undoRequest(card));
  const [round, setRound] = useState(0);
  const preview = useReply(String(round), () => bridge.command('clients:preview', request));
  return (
    <PreviewDialog
      title={clientsText.undoTitle(card.name)}
      icon={<ClientBadge name={card.name} isLarge />}
      subtitle={clientsText.undoSubtitle}
      verb={clientsText.undoVerb}
      home={home}
      preview={preview}
      act={(seen) => bridge.command('clients:apply', { ...request, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    />
  );
}
