import { useMemo } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { choosePath } from '../app/commands.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Select } from '../ui/select.tsx';
import { useNow } from '../ui/ticker.ts';
import { ActionPicker } from './action-picker.tsx';
import { EffectTag } from './effect-tag.tsx';
import { effectMeaning, endOfSpan, type RuleForm, rulesText, spans } from './rules-text.ts';

interface RuleFieldsProps {
  readonly form: RuleForm;
  readonly snapshot: Snapshot;
  onChange(form: RuleForm): void;
}

const effects = ['deny', 'ask'] as const;

export function RuleFields({ form, snapshot, onChange }: RuleFieldsProps) {
  return (
    <>
      <fieldset className="rule-field">
        <legend>{rulesText.effect}</legend>
        {effects.map((effect) => (
          <label key={effect} className="tick">
            <input
              type="radio"
              name="effect"
              checked={form.effect === effect}
              onChange={() => onChange({ ...form, effect })}
            />
            <EffectTag effect={effect} />
            <span>{effectMeaning[effect]}</span>
          </label>
        ))}
        <p className="rule-hint">{rulesText.noGeneralAllow}</p>
      </fieldset>
      <NamesField form={form} snapshot={snapshot} onChange={onChange} />
      <SpanField form={form} onChange={onChange} />
      <HostField form={form} onChange={onChange} />
      {form.host.trim() === '' && <ActionPicker form={form} onChange={onChange} />}
    </>
  );
}

function NamesField({ form, snapshot, onChange }: RuleFieldsProps) {
  const { agents, folders } = useMemo(() => knownIn(snapshot), [snapshot]);
  const point = async (): Promise<void> => {
    const within = await choosePath('rule-folder');
    if (within !== null) onChange({ ...form, within });
  };
  return (
    <div className="rule-names">
      <Combobox
        label={rulesText.agent}
        value={form.client}
        placeholder={rulesText.anyAgent}
        known={agents}
        onChange={(client) => onChange({ ...form, client })}
      />
      <div className="rule-folder">
        <Combobox
          label={rulesText.folder}
          value={form.within}
          placeholder={rulesText.anywhere}
          known={folders}
          onChange={(within) => onChange({ ...form, within })}
        />
        <button
          type="button"
          className="button"
          aria-label={rulesText.chooseAFolder}
          onClick={() => void point()}
        >
          {rulesText.choose}
        </button>
      </div>
    </div>
  );
}

/** What an agent has been called, and where it has been, as far as this window knows. */
function knownIn({ sessions, asks }: Snapshot) {
  const agents = [...sessions, ...asks].map(({ agent }) => agent.clientId);
  const folders = sessions.flatMap(({ roots }) => roots.map(({ path }) => path));
  return { agents: [...new Set(agents)], folders: [...new Set(folders)] };
}

function SpanField({ form, onChange }: Omit<RuleFieldsProps, 'snapshot'>) {
  const now = useNow();
  return (
    <div className="rule-names">
      <Select
        label={rulesText.duration}
        value={String(form.seconds)}
        options={spans.map(({ seconds, words }) => ({ value: String(seconds), words }))}
        onChange={(value) =>
          onChange({ ...form, seconds: value === 'null' ? null : Number(value) })
        }
      />
      <p className="rule-hint rule-end">{endOfSpan(form.seconds, now)}</p>
    </div>
  );
}

/** A rule about a host is about connections only, so it needs no actions. */
function HostField({ form, onChange }: Omit<RuleFieldsProps, 'snapshot'>) {
  return (
    <div className="rule-names">
      <label className="field">
        <span className="field-label">{rulesText.host}</span>
        <input
          type="text"
          className="field-box"
          value={form.host}
          maxLength={270}
          placeholder={rulesText.notAboutHosts}
          spellCheck={false}
          onChange={(event) => onChange({ ...form, host: event.currentTarget.value })}
        />
      </label>
      <p className="rule-hint">{rulesText.hostExamples}</p>
    </div>
  );
}
