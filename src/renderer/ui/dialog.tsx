/** A dialog that is open while it is drawn: the rest of the window waits, Esc closes, the focus goes back. */
import { Dialog as Primitive, DialogHeading } from '@ariakit/react';
import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Small for questions, whole for content that needs the entire window. */
  readonly size?: 'small' | 'medium' | 'whole';
  /** Beside the title. */
  readonly acts?: ReactNode;
  readonly icon?: ReactNode;
  /** Below the title. */
  readonly subtitle?: ReactNode;
  /** Has the focus first; else the first thing that can have it. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  onClose(): void;
}

export function Dialog(props: DialogProps) {
  const { title, children, size = 'medium', acts, icon, subtitle, focusFirst, onClose } = props;
  return (
    <Primitive
      open
      onClose={onClose}
      backdrop={<div className="backdrop" />}
      className="dialog"
      data-size={size}
      data-overlay
      {...(focusFirst && { initialFocus: focusFirst })}
    >
      <header className="dialog-head">
        {icon}
        <div className="dialog-title">
          <DialogHeading render={<h2>{title}</h2>} />
          {subtitle !== undefined && <p className="dialog-note">{subtitle}</p>}
        </div>
        {acts}
      </header>
      {children}
    </Primitive>
  );
}

/** What can be long scrolls here, between the title and the buttons. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-body">{children}</div>;
}

export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}
