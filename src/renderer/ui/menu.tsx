/** A button with a list of things to do: arrows and first letters walk it, Esc leaves it. */
import { Menu as List, MenuButton, MenuItem, MenuProvider } from '@ariakit/react';
import type { ReactNode } from 'react';

export interface MenuChoice {
  readonly words: string;
  onChoose(): void;
}

interface MenuProps {
  readonly button: ReactNode;
  readonly buttonClass?: string;
  readonly isSelected?: boolean;
  readonly note?: string;
  readonly choices: readonly MenuChoice[];
}

export function Menu({ button, buttonClass = 'button', isSelected, note, choices }: MenuProps) {
  return (
    <MenuProvider placement="bottom-start">
      <MenuButton className={buttonClass} data-chosen={isSelected}>
        {button}
      </MenuButton>
      <List className="popup menu" data-overlay gutter={4} portal unmountOnHide>
        {choices.map(({ words, onChoose }) => (
          <MenuItem key={words} className="menu-item" onClick={onChoose}>
            {words}
          </MenuItem>
        ))}
        {note !== undefined && <p className="menu-note">{note}</p>}
      </List>
    </MenuProvider>
  );
}
