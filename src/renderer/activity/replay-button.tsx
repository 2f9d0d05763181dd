import { useRef, useState } from 'react';
import { ReplayDialog } from '../files/replay-dialog.tsx';
import { activityText } from './activity-text.ts';

interface ReplayButtonProps {
  readonly sessionId: string;
  readonly actor: string;
  /** The replay begins at this entry; else at the first. */
  readonly entry?: string;
}

export function ReplayButton({ sessionId, actor, entry = '' }: ReplayButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" className="link-button" onClick={() => setOpen(true)}>
        {activityText.replayThisSession}
      </button>
      {isOpen && <ReplayDialog {...{ sessionId, actor }} from={entry} onClose={close} />}
    </>
  );
}
