import { useId, useMemo } from 'react';
import type { Snapshot } from '../../shared/ipc.ts';
import { useNow } from '../ui/ticker.ts';
import { ActionPicker } from './action-picker.tsx';
import { EffectTag } from './effect-tag.tsx';
import { effectMeaning, endOfSpan, spans, type RuleForm } from './rule-words.ts';

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
        <legend>Effect</legend>
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
        <p className="rule-hint">
          There is no broad Allow: what a session holds is allowed already, and what runs code,
          destroys or touches a protected place can only be allowed for exactly one call, from its
          ask.
        </p>
      </fieldset>
      <NamesField form={form} snapshot={snapshot} onChange={onChange} />
      <SpanField form={form} onChange={onChange} />
      <ActionPicker form={form} onChange={onChange} />
    </>
  );
}

function NamesField({ form, snapshot, onChange }: RuleFieldsProps) {
  const id = useId();
  const { agents, folders } = useMemo(() => knownIn(snapshot), [snapshot]);
  return (
    <div className="rule-names">
      <label>
        <span>Agent</span>
        <input
          type="text"
          value={form.client}
          placeholder="Any agent"
          list={`${id}-agents`}
          spellCheck={false}
          onChange={({ target }) => onChange({ ...form, client: target.value })}
        />
      </label>
      <label>
        <span>Folder</span>
        <input
          type="text"
          value={form.within}
          placeholder="Anywhere"
          list={`${id}-folders`}
          spellCheck={false}
          onChange={({ target }) => onChange({ ...form, within: target.value })}
        />
      </label>
      <datalist id={`${id}-agents`}>
        {agents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <datalist id={`${id}-folders`}>
        {folders.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
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
      <label>
        <span>For how long</span>
        <select
          value={String(form.seconds)}
          onChange={({ target }) =>
            onChange({ ...form, seconds: target.value === 'null' ? null : Number(target.value) })
          }
        >
          {spans.map(({ seconds, words }) => (
            <option key={words} value={String(seconds)}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <p className="rule-hint rule-end">{endOfSpan(form.seconds, now)}</p>
    </div>
  );
}
