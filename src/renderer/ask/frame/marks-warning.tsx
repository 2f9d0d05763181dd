import { Icon } from '../../ui/icons.tsx';
import { frameText } from './frame-text.ts';

interface MarksWarningProps {
  /** "The name or a folder". */
  readonly where: string;
  readonly hasSeen: boolean;
  onChange(hasSeen: boolean): void;
}

export function MarksWarning({ where, hasSeen, onChange }: MarksWarningProps) {
  return (
    <section className="marks-warning" aria-label={frameText.hiddenCharacters}>
      <p>
        <Icon name="warning" />
        {frameText.marksExplanation(where)} <span className="hidden-mark">U+202E</span>.
      </p>
      <label className="tick">
        <input
          type="checkbox"
          checked={hasSeen}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{frameText.marksChecked}</span>
      </label>
    </section>
  );
}
