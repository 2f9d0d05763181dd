import type { KeyboardEvent } from 'react';
import { filterId } from '../app/ids.ts';

interface FilterBoxProps {
  readonly filter: string;
  onChange(filter: string): void;
}

export function FilterBox({ filter, onChange }: FilterBoxProps) {
  const leaveOnEscape = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    if (filter === '') event.currentTarget.blur();
    onChange('');
  };
  return (
    <div className="filter">
      <label htmlFor={filterId}>
        Filter <kbd>/</kbd>
      </label>
      <input
        id={filterId}
        type="search"
        value={filter}
        placeholder="agent, action, path, outcome"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={leaveOnEscape}
      />
    </div>
  );
}
