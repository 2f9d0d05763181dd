/** Everything the window can do, found by typing: a text field over a list, used with the keyboard alone. */
import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider, Dialog } from '@ariakit/react';
import { useEffect, useRef, useState } from 'react';
import type { ClientCard } from '../../shared/integrations/clients.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import type { McpServerView } from '../../shared/servers/server-views.ts';
import { bridge } from '../app/bridge.ts';
import { Icon } from '../ui/icons.tsx';
import { useNow } from '../ui/ticker.ts';
import {
  clientItem,
  serverItem,
  paletteItems,
  shownItems,
  type PaletteItem,
  type ShownItem,
} from './palette-items.ts';
import { kindNames, paletteText } from './palette-text.ts';
import { recentCommands, rememberCommand } from './recent-commands.ts';
import { movesFocus, runCommand, type OpenableDialogs } from './run-command.ts';

interface CommandPaletteProps extends OpenableDialogs {
  readonly snapshot: Snapshot;
  onClose(): void;
}

export function CommandPalette({ snapshot, onClose, ...dialogs }: CommandPaletteProps) {
  // As it was when it opened: nothing moves under the keys while somebody types.
  const [items] = useState(() => paletteItems(snapshot));
  const [recent] = useState(recentCommands);
  const [query, setQuery] = useState('');
  const clients = useClientItems();
  const servers = useServerItems();
  const leavesFocus = useRef(true);
  const pick = (item: PaletteItem): void => {
    leavesFocus.current = !movesFocus(item.command);
    rememberCommand(item);
    onClose();
    runCommand(item.command, dialogs);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      backdrop={<div className="backdrop" />}
      className="dialog palette"
      data-overlay
      aria-label={paletteText.commands}
      autoFocusOnHide={() => leavesFocus.current}
    >
      <PaletteBody
        query={query}
        shown={shownItems([...items, ...clients, ...servers], query, recent)}
        onQuery={setQuery}
        onPick={pick}
      />
    </Dialog>
  );
}

/** Clients are looked for on disk, so they come a moment later, at the end of the list. */
function useClientItems(): readonly PaletteItem[] {
  const [cards, setCards] = useState<readonly ClientCard[]>([]);
  const now = useNow(false);
  useEffect(() => {
    let isWanted = true;
    bridge
      .command('clients:list')
      .then((view) => {
        if (isWanted) setCards(view.cards.filter(({ state }) => state.kind !== 'not-installed'));
      })
      // The other commands are there; the Clients page says what is wrong.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return cards.map((card) => clientItem(card, now));
}

/** Asked for when the palette opens, as clients are. */
function useServerItems(): readonly PaletteItem[] {
  const [servers, setServers] = useState<readonly McpServerView[]>([]);
  useEffect(() => {
    let isWanted = true;
    bridge
      .command('servers:list')
      .then((view) => {
        if (isWanted) setServers(view.servers);
      })
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return servers.map(serverItem);
}

interface PaletteBodyProps {
  readonly query: string;
  readonly shown: readonly ShownItem[];
  onQuery(query: string): void;
  onPick(item: PaletteItem): void;
}

export function PaletteBody({ query, shown, onQuery, onPick }: PaletteBodyProps) {
  return (
    <ComboboxProvider open value={query} setValue={onQuery} focusLoop>
      <Combobox
        autoSelect="always"
        className="field-box palette-box"
        aria-label={paletteText.commands}
        placeholder={paletteText.placeholder}
        spellCheck={false}
      />
      <ComboboxList alwaysVisible className="palette-list" aria-label={paletteText.commands}>
        {shown.map(({ item, at }) => (
          <ComboboxItem
            key={item.id}
            className="menu-item palette-item"
            focusOnHover
            hideOnClick={false}
            setValueOnClick={false}
            onClick={() => onPick(item)}
          >
            <Icon name={item.icon} />
            <span className="palette-words">
              <Typed label={item.label} at={at} />
              {item.note !== '' && <small>{item.note}</small>}
            </span>
            <small className="palette-kind">{kindNames[item.kind]}</small>
          </ComboboxItem>
        ))}
      </ComboboxList>
      <p className={shown.length === 0 ? 'palette-none' : 'only-spoken'} role="status">
        {shown.length === 0 ? paletteText.nothingMatches : paletteText.amount(shown.length)}
      </p>
    </ComboboxProvider>
  );
}

/** The label, with the typed letters standing out. */
function Typed({ label, at }: { readonly label: string; readonly at: readonly number[] }) {
  return (
    <span>
      {Array.from({ length: label.length }, (_letter, index) => index)
        .filter((index) => index === 0 || at.includes(index) !== at.includes(index - 1))
        .map((start, order, starts) => {
          const text = label.slice(start, starts[order + 1]);
          return at.includes(start) ? <b key={start}>{text}</b> : text;
        })}
    </span>
  );
}
