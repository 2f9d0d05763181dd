/** The exact change, before it is written. */
import { useState } from 'react';
import type { ClientCard, ClientPurpose, ClientWay } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { Select } from '../ui/select.tsx';
import { clientsText, fileWords, wayWords } from './clients-text.ts';
import { PreviewDialog } from './preview-dialog.tsx';

interface ChangeDialogProps {
  readonly card: ClientCard;
  readonly purpose: ClientPurpose;
  onClose(): void;
}

export function ChangeDialog({ card, purpose, onClose }: ChangeDialogProps) {
  const [way, setWay] = useState<ClientWay>(card.ways[0] ?? 'command');
  const [file, setFile] = useState(purpose === 'connect' ? card.file : (card.denyFile ?? ''));
  const [round, setRound] = useState(0);
  const request = { client: card.id, purpose, file, way: purpose === 'connect' ? way : null };
  const preview = useReply(`${round} ${way} ${file}`, () =>
    bridge.command('clients:preview', request),
  );
  const title =
    purpose === 'connect'
      ? clientsText.connectTitle(card.name)
      : clientsText.turnOffOwnToolsTitle(card.name);
  return (
    <PreviewDialog
      title={title}
      verb={purpose === 'connect' ? clientsText.save : clientsText.turnOff}
      preview={preview}
      act={(seen) => bridge.command('clients:write', { ...request, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    >
      {purpose === 'connect' ? (
        <>
          <FileChoice card={card} file={file} onChange={setFile} />
          {card.ways.length > 1 && (
            <Select
              label={clientsText.connectVia}
              value={way}
              options={card.ways.map((value) => ({ value, words: wayWords[value] }))}
              onChange={(value) => setWay(value as ClientWay)}
            />
          )}
          <p className="dialog-note">{card.precedence}</p>
        </>
      ) : (
        <p className="dialog-note">{clientsText.connectExplanation}</p>
      )}
    </PreviewDialog>
  );
}

interface FileChoiceProps {
  readonly card: ClientCard;
  readonly file: string;
  onChange(file: string): void;
}

function FileChoice({ card, file, onChange }: FileChoiceProps) {
  const options = card.files.map((one) => ({ value: one.path, words: fileWords(one) }));
  if (options.length < 2) return null;
  return <Select label={clientsText.file} value={file} options={options} onChange={onChange} />;
}
