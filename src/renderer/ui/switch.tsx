/** A switch with its name and what it does. */
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly meaning: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  onChange(isOn: boolean): void;
}

export function Switch({ label, meaning, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span className="switch-words">
        <b>{label}</b>
        <span id={id}>{meaning}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={id}
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={() => onChange(!isOn)}
      />
    </label>
  );
}
