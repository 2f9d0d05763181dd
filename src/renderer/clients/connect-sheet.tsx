/** Everything about connecting a client in one sheet: what is set, the exact diff, one button. */
import { useState } from 'react';
import type { ClientCard, ClientWay, HooksCard } from '../../shared/integrations/clients.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { Icon } from '../ui/icons.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { ClientBadge } from './client-badge.tsx';
import {
  allowMeaning,
  clientsText,
  fileWords,
  gateMeaning,
  leaveMeaning,
  wayWords,
} from './clients-text.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { shortPath } from '../text/short-path.ts';
import { setupRequest, type OwnTools, type SetupChoices } from './setup-request.ts';

interface ConnectSheetProps {
  readonly card: ClientCard;
  readonly home: string;
  readonly choices: SetupChoices;
  onClose(): void;
}

export function ConnectSheet({ card, home, choices: initial, onClose }: ConnectSheetProps) {
  const [choices, setChoices] = useState(initial);
  const [round, setRound] = useState(0);
  const request = setupRequest(card, choices);
  const preview = useReply(`${round} ${JSON.stringify(request)}`, () =>
    bridge.command('clients:preview', request),
  );
  const choose = (some: Partial<SetupChoices>): void => setChoices({ ...choices, ...some });
  const isConnecting = request.write.some(({ purpose }) => purpose === 'connect');
  return (
    <PreviewDialog
      title={isConnecting ? clientsText.connectTitle(card.name) : card.name}
      icon={<ClientBadge name={card.name} isLarge />}
      subtitle={
        card.found === null
          ? clientsText.notInstalled
          : clientsText.foundAt(shortPath(card.found, home))
      }
      verb={isConnecting ? clientsText.connectVerb : clientsText.saveVerb}
      home={home}
      preview={preview}
      promise={clientsText.undoPromise}
      act={(seen) => bridge.command('clients:apply', { ...request, seen })}
      onAgain={() => setRound(round + 1)}
      onClose={onClose}
    >
      <div className="sheet-switches">
        <Switch
          label={clientsText.addTools}
          meaning={clientsText.addToolsMeaning(shortPath(choices.file, home))}
          isOn={choices.connect}
          onChange={(connect) => choose({ connect })}
        />
        <Switch
          label={clientsText.askOnce}
          meaning={allowMeaning(card)}
          isOn={choices.allow}
          isDisabled={!isAllowChoice(card)}
          onChange={(allow) => choose({ allow })}
        />
      </div>
      <OwnToolsChoice card={card} choices={choices} onChange={choose} />
      <MoreChoices card={card} choices={choices} onChange={choose} />
    </PreviewDialog>
  );
}

/** A setting that somebody else made is not ours to take back. */
const isAllowChoice = ({ allow, changes }: ClientCard): boolean =>
  allow === 'offered' || changes.some(({ purpose }) => purpose === 'allow');

interface OwnToolsProps {
  readonly card: ClientCard;
  readonly choices: SetupChoices;
  onChange(some: Partial<SetupChoices>): void;
}

interface OwnToolsOption {
  readonly value: OwnTools;
  readonly label: string;
  readonly meaning: string;
}

function optionsFor(card: ClientCard): readonly OwnToolsOption[] {
  const { leaveOwnTools, underTheGate, ownToolsOff, ownToolsOffMeaning } = clientsText;
  const leave: OwnToolsOption = {
    value: 'leave',
    label: leaveOwnTools,
    meaning: leaveMeaning(card),
  };
  const gate: OwnToolsOption = { value: 'gate', label: underTheGate, meaning: gateMeaning(card) };
  const off: OwnToolsOption = { value: 'off', label: ownToolsOff, meaning: ownToolsOffMeaning };
  return [leave, ...(card.hooks ? [gate] : []), ...(card.denyFile === null ? [] : [off])];
}

function OwnToolsChoice({ card, choices, onChange }: OwnToolsProps) {
  const options = optionsFor(card);
  if (options.length < 2)
    return (
      <p className="sheet-note">
        <Icon name="note" /> {clientsText.ownToolsCannotBeSet(card.name)} {card.nativeNote}
      </p>
    );
  return (
    <>
      <fieldset className="sheet-tools">
        <legend>
          <b>{clientsText.ownToolsTitle}</b> {clientsText.ownToolsMeaning}
        </legend>
        {options.map(({ value, label, meaning }) => (
          <label key={label} className="sheet-option" data-selected={choices.ownTools === value}>
            <input
              type="radio"
              name="own-tools"
              checked={choices.ownTools === value}
              onChange={() => onChange({ ownTools: value })}
            />
            <b>{label}</b>
            <span>{meaning}</span>
          </label>
        ))}
      </fieldset>
      {choices.ownTools === 'gate' && card.hooks && (
        <GateChoices
          name={card.name}
          hooks={card.hooks}
          isSilenced={choices.silencePrompts}
          onSilence={(silencePrompts) => onChange({ silencePrompts })}
        />
      )}
    </>
  );
}

interface GateChoicesProps {
  readonly name: string;
  readonly hooks: HooksCard;
  readonly isSilenced: boolean;
  onSilence(isSilenced: boolean): void;
}

/** What the choice means, and the rule that only some clients need. */
function GateChoices({ name, hooks, isSilenced, onSilence }: GateChoicesProps) {
  return (
    <>
      <p className="sheet-note">
        <Icon name="note" />
        <span>
          {hooks.note} {clientsText.underTheGateLimit}
        </span>
      </p>
      {hooks.promptsFile !== null && (
        <div className="sheet-switches">
          <Switch
            label={clientsText.silencePrompts(name)}
            meaning={hooks.promptsNote}
            isOn={isSilenced}
            onChange={onSilence}
          />
        </div>
      )}
    </>
  );
}

interface MoreChoicesProps {
  readonly card: ClientCard;
  readonly choices: SetupChoices;
  onChange(some: Partial<SetupChoices>): void;
}

/** Rarely needed choices: which file, and how the client reaches Gatehouse. */
function MoreChoices({ card, choices, onChange }: MoreChoicesProps) {
  const hasFiles = card.files.length > 1;
  const hasWays = card.ways.length > 1;
  if (!hasFiles && !hasWays) return null;
  return (
    <details className="sheet-more">
      <summary>{clientsText.moreChoices}</summary>
      {hasFiles && (
        <Select
          label={clientsText.file}
          value={choices.file}
          options={card.files.map((file) => ({ value: file.path, words: fileWords(file) }))}
          onChange={(file) => onChange({ file })}
        />
      )}
      {hasWays && (
        <Select
          label={clientsText.connectVia}
          value={choices.way}
          options={card.ways.map((way) => ({ value: way, words: wayWords[way] }))}
          onChange={(way) => onChange({ way: way as ClientWay })}
        />
      )}
      <p className="dialog-note">{card.precedence}</p>
    </details>
  );
}
