/** A button that opens a small panel beside itself. */
import { Popover as Panel, PopoverDisclosure, PopoverProvider } from '@ariakit/react';
import type { ReactNode } from 'react';

interface PopoverProps {
  readonly button: ReactNode;
  readonly buttonClass?: string;
  readonly isSelected?: boolean;
  /** What the panel is called when it is read out. */
  readonly name: string;
  readonly children: ReactNode;
  onOpen?(): void;
}

export function Popover(props: PopoverProps) {
  const { button, buttonClass = 'button', isSelected, name, children, onOpen } = props;
  return (
    <PopoverProvider
      placement="bottom-start"
      setOpen={(isOpen) => {
        if (isOpen) onOpen?.();
      }}
    >
      <PopoverDisclosure className={buttonClass} data-chosen={isSelected}>
        {button}
      </PopoverDisclosure>
      <Panel className="popup" data-overlay aria-label={name} gutter={4} portal unmountOnHide>
        {children}
      </Panel>
    </PopoverProvider>
  );
}
