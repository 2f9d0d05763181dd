/** What undoing would do to the file as it is now, before it is done. */
import { useState } from 'react';
import type { ClientCard, WrittenChange } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { clientsText } from './clients-text.ts';

interface UndoDialogProps {
  readonly card: ClientCard;
  readonly change: WrittenChange;
  onClose(): void;
}

export function UndoDialog({ card, change, onClose }: UndoDialogProps) {
  const { changeId, purpose } = change;
  const [round, setRound] = useState(0);
  const preview = useReply(`${round} ${changeId}`, () =>
    bridge.command('clients:preview-undo', { changeId }),
  );
  return (
    <PreviewDialog
      title={
        purpose === 'connect'
          ? clientsText.disconnect(card.name)
          : clientsText.turnOwnToolsBackOn(card.name)
      }
      verb={clientsText.undoVerb}
      preview={preview}
      act={(seen) => bridge.command('clients:undo', { changeId, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    >
      {purpose === 'connect' && <p className="dialog-note">{clientsText.disconnectEffect}</p>}
    </PreviewDialog>
  );
}
