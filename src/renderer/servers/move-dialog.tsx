/** Moves servers from clients' files behind the gate: one diff over every file, one button. */
import { useState } from 'react';
import type { FoundServersView } from '../../shared/ipc/servers.ts';
import type { ChangePreview } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { PreviewDialog } from '../clients/preview-dialog.tsx';
import { useReply } from '../files/use-reply.ts';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { toggled } from '../text/toggled.ts';
import { sendAct, serverName } from './server-acts.ts';
import { serversText } from './servers-text.ts';

interface MoveDialogProps {
  readonly view: FoundServersView;
  onClose(): void;
}

const nothing: ChangePreview = { kind: 'nothing-to-do', words: serversText.selectOne };

export function MoveDialog({ view: { found, home }, onClose }: MoveDialogProps) {
  // The list changes once they are moved, while the dialog shows the result.
  const [offered] = useState(found);
  const [selected, setSelected] = useState<readonly string[]>(() =>
    offered.filter(({ whyNot }) => whyNot === null).map(({ name }) => name),
  );
  const [round, setRound] = useState(0);
  const names = selected.map(serverName);
  const preview = useReply<ChangePreview>(`${round} ${names.join(' ')}`, async () =>
    names.length === 0 ? nothing : bridge.command('servers:preview-move', { names }),
  );
  return (
    <PreviewDialog
      title={serversText.moveTitle}
      subtitle={serversText.moveSubtitle}
      icon={<Icon name="servers" />}
      verb={serversText.moveVerb}
      promise={serversText.movePromise}
      home={home}
      preview={preview}
      act={(seen) => sendAct('servers:move', { names, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    >
      <fieldset className="servers-offered" aria-label={serversText.whichServers}>
        {offered.map((server) => (
          <label key={server.name} className="servers-offer">
            <input
              type="checkbox"
              checked={selected.includes(server.name)}
              disabled={server.whyNot !== null}
              onChange={() => setSelected(toggled(selected, server.name))}
            />
            <span>
              <b>
                <VisibleText text={server.entry} atMost={80} />
              </b>{' '}
              {serversText.inClients(server.sources.map(({ clientName }) => clientName))}
              {server.name !== server.entry && `, ${serversText.namedHere(server.name)}`}
              <span className="server-meaning">
                <VisibleText text={server.whyNot ?? server.address} atMost={300} />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </PreviewDialog>
  );
}
