/** What it may do, in at most five rows: each has a switch, and its scopes behind a disclosure. */
import { useId, useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { capabilityGroups, type CapabilityGroup } from '../../../shared/access/capabilities.ts';
import { rowPart } from '../../../shared/asks/required-reading.ts';
import { scopeInfo, type Scope } from '../../../shared/access/scopes.ts';
import { Icon } from '../../ui/icons.tsx';
import { useFitAfter } from '../frame/use-fit-after.ts';
import {
  accessText,
  capabilityIcons,
  capabilityNames,
  capabilityNote,
  countWords,
} from './access-text.ts';
import { RunHosts } from './run-hosts.tsx';
import type { ChoiceControls } from './use-selection.ts';

interface CapabilityRowsProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
  readonly hasSandbox: boolean;
}

export function CapabilityRows({ ask, controls, hasSandbox }: CapabilityRowsProps) {
  return (
    <>
      {ask.run && <RunHosts run={ask.run} />}
      <ul className="capabilities" aria-label={accessText.whatItMayDo}>
        {capabilityGroups(ask.scopes).map((group) => (
          <CapabilityRow key={group.capability} {...{ ask, group, controls, hasSandbox }} />
        ))}
      </ul>
    </>
  );
}

interface CapabilityRowProps extends CapabilityRowsProps {
  readonly group: CapabilityGroup;
}

function CapabilityRow({ ask, group, controls, hasSandbox }: CapabilityRowProps) {
  const { capability } = group;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useFitAfter(ask, isOpen);
  const kept = group.scopes.filter((scope) => controls.choice.scopes.includes(scope));
  const name = capabilityNames[capability];
  return (
    <li className="capability" data-off={kept.length === 0}>
      <div className="capability-head" data-read={rowPart(capability)}>
        <button
          type="button"
          className="capability-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={capabilityIcons[capability]} />
          <b>{name}</b>
          <span className="capability-note">{capabilityNote(capability, kept, hasSandbox)}</span>
          <span className="capability-count">
            {countWords(kept.length, group.scopes.length)}
            <Icon name="chevron" />
          </span>
        </button>
        <RowSwitch
          name={name}
          isOn={kept.length > 0}
          onToggle={() => controls.setScopes(group.scopes, kept.length === 0)}
        />
      </div>
      {isOpen && <ScopeChecks {...{ id, group, kept, controls }} />}
    </li>
  );
}

interface RowSwitchProps {
  readonly name: string;
  readonly isOn: boolean;
  onToggle(): void;
}

const RowSwitch = ({ name, isOn, onToggle }: RowSwitchProps) => (
  <label className="switch">
    <input
      type="checkbox"
      role="switch"
      aria-label={name}
      aria-checked={isOn}
      checked={isOn}
      onChange={onToggle}
    />
    <span />
  </label>
);

interface ScopeChecksProps {
  readonly id: string;
  readonly group: CapabilityGroup;
  readonly kept: readonly Scope[];
  readonly controls: ChoiceControls;
}

function ScopeChecks({ id, group, kept, controls }: ScopeChecksProps) {
  return (
    <ul className="capability-scopes" id={id}>
      {group.scopes.map((scope) => {
        const { sentence, note } = scopeInfo(scope);
        return (
          <li key={scope}>
            <label className="scope-check" title={scope}>
              <input
                type="checkbox"
                checked={kept.includes(scope)}
                onChange={() => controls.toggleScope(scope)}
              />
              <span>
                {sentence}
                {note !== undefined && <small>{note}</small>}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
