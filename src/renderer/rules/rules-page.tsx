/** The user's rules in a table that can be searched and tidied up. */
import { useState } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import type { RuleView } from '../../shared/rules/rules.ts';
import { removeRules, restoreRules } from '../app/commands.ts';
import { openRuleForm } from '../app/store.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { count } from '../text/counting.ts';
import { GeneraliseDialog } from './generalise-dialog.tsx';
import { RemovedRules } from './removed-rules.tsx';
import { RoleList } from './role-list.tsx';
import { RuleTable } from './rule-table.tsx';
import { StandingGrants } from './standing-grants.tsx';
import { emptyForm, rulesText } from './rules-text.ts';
import { matchingRules, unusedRules } from './rule-search.ts';

const newRule = (): void => openRuleForm({ form: emptyForm, note: null });

export function RulesPage({ snapshot }: { readonly snapshot: Snapshot }) {
  const { rules, standing = [] } = snapshot;
  const [removed, setRemoved] = useState<readonly RuleView[]>([]);
  const remove = async (gone: readonly RuleView[]): Promise<void> => {
    const done = await removeRules(gone.map(({ ruleId }) => ruleId));
    setRemoved(gone.filter(({ ruleId }) => done.includes(ruleId)));
  };
  const undo = async (): Promise<void> => {
    setRemoved([]);
    await restoreRules(removed.map(({ ruleId }) => ruleId));
  };
  const note = rules.length === 0 ? '' : count(rules.length, 'rule');
  return (
    <>
      <PageHeader title={rulesText.rules} note={note}>
        {rules.length > 0 && (
          <button type="button" className="button primary-button" onClick={newRule}>
            {rulesText.newRuleButton}
          </button>
        )}
      </PageHeader>
      <div className="page-scroll">
        {removed.length > 0 && (
          <RemovedRules
            key={removed[0]?.ruleId}
            rules={removed}
            onUndo={() => void undo()}
            onDismiss={() => setRemoved([])}
          />
        )}
        <StandingGrants grants={standing} />
        {rules.length === 0 ? (
          <EmptyState
            icon="rules"
            title={rulesText.noActiveRules}
            hint={rulesText.emptyHint}
            action={rulesText.newRuleButton}
            onAction={newRule}
          />
        ) : (
          <RuleList rules={rules} onRemove={(gone) => void remove(gone)} />
        )}
        <RoleList snapshot={snapshot} />
      </div>
    </>
  );
}

interface RuleListProps {
  readonly rules: readonly RuleView[];
  onRemove(rules: readonly RuleView[]): void;
}

function RuleList({ rules, onRemove }: RuleListProps) {
  const now = useNow();
  const [words, setWords] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<'unused' | 'generalise' | null>(null);
  const shown = matchingRules(rules, words).toReversed();
  const selected = rules.filter(({ ruleId }) => ticked.includes(ruleId));
  const unused = unusedRules(rules, now);
  const close = (): void => setOpened(null);
  return (
    <>
      <RuleTools
        {...{ words, unused: unused.length, selected: selected.length }}
        onSearch={setWords}
        onOpen={setOpened}
      />
      {shown.length === 0 ? (
        <p className="card empty" role="status">
          {rulesText.nothingMatches}
        </p>
      ) : (
        <RuleTable
          rules={shown}
          selected={ticked}
          now={now}
          onSelect={setTicked}
          onRemove={(rule) => onRemove([rule])}
        />
      )}
      <p className="rules-order">{rulesText.precedence}</p>
      {opened === 'generalise' && (
        <GeneraliseDialog
          rules={selected}
          onClose={close}
          onDone={() => {
            setTicked([]);
            close();
          }}
        />
      )}
      {opened === 'unused' && (
        <UnusedDialog rules={unused} onRemove={() => onRemove(unused)} onClose={close} />
      )}
    </>
  );
}

interface RuleToolsProps {
  readonly words: string;
  readonly unused: number;
  readonly selected: number;
  onSearch(words: string): void;
  onOpen(which: 'unused' | 'generalise'): void;
}

function RuleTools({ words, unused, selected, onSearch, onOpen }: RuleToolsProps) {
  return (
    <div className="rule-tools">
      <input
        type="search"
        className="field-box"
        aria-label={rulesText.search}
        placeholder={rulesText.search}
        value={words}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <button
        type="button"
        className="button"
        disabled={selected < 2}
        title={rulesText.generaliseHint}
        onClick={() => onOpen('generalise')}
      >
        {rulesText.generalise}
      </button>
      <button
        type="button"
        className="button"
        disabled={unused === 0}
        title={rulesText.unusedMeaning}
        onClick={() => onOpen('unused')}
      >
        {rulesText.removeUnused(unused)}
      </button>
    </div>
  );
}

interface UnusedDialogProps {
  readonly rules: readonly RuleView[];
  onRemove(): void;
  onClose(): void;
}

function UnusedDialog({ rules, onRemove, onClose }: UnusedDialogProps) {
  return (
    <ConfirmDialog
      title={rulesText.removeUnusedTitle(rules.length)}
      verb={rulesText.removeThem}
      keep={rulesText.keepThem}
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>{rulesText.unusedMeaning}</p>
      <ul className="rule-list">
        {rules.map(({ ruleId, sentence }) => (
          <li key={ruleId}>
            <VisibleText text={sentence} atMost={300} />
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
