/** The exact change, before it is written. */
import { useState } from 'react';
import type { ClientCard, ClientPurpose, ClientWay } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { Select } from '../ui/select.tsx';
import { fileWords, wayWords } from './client-words.ts';
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
  const wish = { client: card.id, purpose, file, way: purpose === 'connect' ? way : null };
  const preview = useReply(`${round} ${way} ${file}`, () =>
    bridge.command('clients:preview', wish),
  );
  const title =
    purpose === 'connect'
      ? `Connect ${card.name}`
      : `Turn off ${card.name}'s own edit and shell tools`;
  return (
    <PreviewDialog
      title={title}
      verb={purpose === 'connect' ? 'Save' : 'Turn off'}
      preview={preview}
      act={(seen) => bridge.command('clients:write', { ...wish, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    >
      {purpose === 'connect' ? (
        <>
          <FileChoice card={card} file={file} onChange={setFile} />
          {card.ways.length > 1 && (
            <Select
              label="Connect via"
              value={way}
              options={card.ways.map((value) => ({ value, words: wayWords[value] }))}
              onChange={(value) => setWay(value as ClientWay)}
            />
          )}
          <p className="dialog-note">{card.precedence}</p>
        </>
      ) : (
        <p className="dialog-note">
          Its agents then use files and commands through Gatehouse, which asks you first. You can
          undo this here at any time.
        </p>
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
  return <Select label="File" value={file} options={options} onChange={onChange} />;
}
