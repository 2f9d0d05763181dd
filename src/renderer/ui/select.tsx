/** One of a few, chosen from a list that looks the same on every desktop. */
import {
  Select as Button,
  SelectItem,
  SelectLabel,
  SelectPopover,
  SelectProvider,
} from '@ariakit/react';
import { Icon } from './icons.tsx';

export interface SelectOption {
  readonly value: string;
  readonly words: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  onChange(value: string): void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  const selected = options.find((option) => option.value === value);
  return (
    <div className="field">
      <SelectProvider value={value} setValue={onChange}>
        <SelectLabel className="field-label">{label}</SelectLabel>
        <Button className="field-box select-button">
          {selected?.words ?? value}
          <Icon name="chevron" />
        </Button>
        <SelectPopover
          className="popup menu"
          data-overlay
          gutter={4}
          sameWidth
          portal
          unmountOnHide
        >
          {options.map((option) => (
            <SelectItem key={option.value} value={option.value} className="menu-item">
              {option.words}
            </SelectItem>
          ))}
        </SelectPopover>
      </SelectProvider>
    </div>
  );
}
