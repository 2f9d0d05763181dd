import { useEffect, useRef } from 'react';
import { maxReasonLength } from '../../../shared/access/session-limits.ts';
import { frameText } from './frame-text.ts';

interface WordsBoxProps {
  readonly label: string;
  readonly text: string;
  readonly isRequired?: boolean;
  onChange(text: string): void;
}

/** A message from the user to the agent. It takes the focus because the user opened it. */
export function WordsBox({ label, text, isRequired = false, onChange }: WordsBoxProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label className="words-box">
      <span>{label}</span>
      <textarea
        ref={field}
        rows={2}
        maxLength={maxReasonLength}
        required={isRequired}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

export const whyNotLabel = frameText.denyReason;
