/** The user's rules as a table: what, for which agent, in which folder, and when it was last used. */
import type { RuleView } from '../../shared/rules/rules.ts';
import { lastPart } from '../text/short-path.ts';
import { toggled } from '../text/toggled.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { EffectTag } from './effect-tag.tsx';
import { endWords, lastUseWords, madeWords, rulesText } from './rules-text.ts';

interface RuleTableProps {
  readonly rules: readonly RuleView[];
  readonly selected: readonly string[];
  readonly now: number;
  onSelect(ruleIds: readonly string[]): void;
  onRemove(rule: RuleView): void;
}

export function RuleTable({ rules, selected, now, onSelect, onRemove }: RuleTableProps) {
  return (
    <table className="card rule-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="only-spoken">{rulesText.select}</span>
          </th>
          <th scope="col">{rulesText.rule}</th>
          <th scope="col">{rulesText.agent}</th>
          <th scope="col">{rulesText.folder}</th>
          <th scope="col">{rulesText.lastUsed}</th>
          <th scope="col">
            <span className="only-spoken">{rulesText.remove}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow
            key={rule.ruleId}
            rule={rule}
            now={now}
            isSelected={selected.includes(rule.ruleId)}
            onSelect={() => onSelect(toggled(selected, rule.ruleId))}
            onRemove={() => onRemove(rule)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RuleRowProps {
  readonly rule: RuleView;
  readonly now: number;
  readonly isSelected: boolean;
  onSelect(): void;
  onRemove(): void;
}

function RuleRow({ rule, now, isSelected, onSelect, onRemove }: RuleRowProps) {
  const { sentence, what, client, folder, effect, exactCall } = rule;
  return (
    <tr tabIndex={-1} data-list-item={rule.ruleId} aria-label={sentence} data-selected={isSelected}>
      <td>
        <input
          type="checkbox"
          aria-label={rulesText.selectRule(sentence)}
          checked={isSelected}
          onChange={onSelect}
        />
      </td>
      <td className="rule-what">
        <EffectTag effect={effect} /> <VisibleText text={what} atMost={600} />
        <p className="rule-facts">
          {endWords(rule, now)} · {madeWords(rule, now)}
        </p>
        {exactCall !== null && <ExactBytes bytes={exactCall} />}
      </td>
      <td>{client === null ? rulesText.anyAgent : <VisibleText text={client} atMost={60} />}</td>
      <td title={folder ?? undefined}>
        {folder === null ? rulesText.anywhere : <VisibleText text={lastPart(folder)} atMost={80} />}
      </td>
      <td className="rule-used">{lastUseWords(rule, now)}</td>
      <td>
        <button
          type="button"
          className="button"
          aria-label={rulesText.removeTheRule(sentence)}
          onClick={onRemove}
        >
          {rulesText.remove}
        </button>
      </td>
    </tr>
  );
}

/** The rule matches these bytes and no others. */
function ExactBytes({ bytes }: { readonly bytes: string }) {
  return (
    <details className="rule-exact">
      <summary>{rulesText.exactCall}</summary>
      <pre>
        <VisibleText text={bytes} atMost={32_768} keepLines dir="ltr" />
      </pre>
    </details>
  );
}
