/** The effect in one line. A triangle means danger, and red means that it cannot be undone. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

export type EffectTone = 'plain' | 'warn' | 'danger';

interface EffectLineProps {
  readonly text: string;
  readonly tone: EffectTone;
  readonly icon?: IconName;
  /** Several lines are read one by one. */
  readonly piece?: number;
  /** A few quiet words at the right. */
  readonly note?: ReactNode;
}

export function EffectLine({ text, tone, icon = 'note', piece = 0, note }: EffectLineProps) {
  return (
    <p className="effect-line" data-tone={tone}>
      <Icon name={tone === 'plain' ? icon : 'warning'} />
      <span data-read="because" data-read-piece={piece}>
        <VisibleText text={text} atMost={Infinity} />
      </span>
      {note !== undefined && <span className="effect-note">{note}</span>}
    </p>
  );
}
