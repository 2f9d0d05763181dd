import { Icon } from '../../ui/icons.tsx';

interface MarksWarningProps {
  /** "The name or a folder". */
  readonly where: string;
  readonly hasSeen: boolean;
  onChange(hasSeen: boolean): void;
}

export function MarksWarning({ where, hasSeen, onChange }: MarksWarningProps) {
  return (
    <section className="marks-warning" aria-label="Hidden characters">
      <p>
        <Icon name="warning" />
        {where} contains hidden characters, look-alikes or trailing spaces, which can disguise text.
        Each one is marked, like this: <span className="hidden-mark">U+202E</span>.
      </p>
      <label className="tick">
        <input
          type="checkbox"
          checked={hasSeen}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>I have checked the marked characters</span>
      </label>
    </section>
  );
}
