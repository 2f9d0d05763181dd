/** A text field with suggestions. */
import {
  Combobox as Box,
  ComboboxItem,
  ComboboxLabel,
  ComboboxPopover,
  ComboboxProvider,
} from '@ariakit/react';
import { useState } from 'react';

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly known: readonly string[];
  onChange(value: string): void;
}

export function Combobox({ label, value, placeholder, known, onChange }: ComboboxProps) {
  const typed = value.toLowerCase();
  const [isWanted, setWanted] = useState(false);
  const fitting = known.filter((name) => name.toLowerCase().includes(typed) && name !== value);
  return (
    <div className="field">
      <ComboboxProvider
        value={value}
        setValue={onChange}
        open={isWanted && fitting.length > 0}
        setOpen={setWanted}
      >
        <ComboboxLabel className="field-label">{label}</ComboboxLabel>
        <Box className="field-box" placeholder={placeholder} spellCheck={false} />
        <ComboboxPopover
          className="popup menu"
          data-overlay
          gutter={4}
          sameWidth
          portal
          unmountOnHide
        >
          {fitting.map((name) => (
            <ComboboxItem key={name} value={name} className="menu-item" />
          ))}
        </ComboboxPopover>
      </ComboboxProvider>
    </div>
  );
}
