/** Creates a rule. Shows it as one sentence and can test it on past calls before saving. */
import type { SyntheticEvent } from 'react';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { openRuleForm, type OpenRuleForm } from '../app/store.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { RuleFields } from './rule-fields.tsx';
import { rulesText, draftSentence, whyUnfinished } from './rules-text.ts';
import { TrialResult } from './trial-result.tsx';
import { useRuleForm } from './use-rule-form.ts';

interface RuleDialogProps {
  readonly opened: OpenRuleForm;
  readonly snapshot: Snapshot;
}

export function RuleDialog({ opened, snapshot }: RuleDialogProps) {
  const { form, draft, tried, error, change, tryIt, save } = useRuleForm(opened.form);
  const close = (): void => openRuleForm(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (await save()) close();
  };
  return (
    <Dialog
      title={opened.form.fromEntry === null ? rulesText.newRuleTitle : rulesText.createRule}
      onClose={close}
    >
      <form className="rule-form" onSubmit={(event) => void submit(event)}>
        <DialogBody>
          {opened.note !== null && <p className="rule-hint">{opened.note}</p>}
          <RuleFields form={form} snapshot={snapshot} onChange={change} />
        </DialogBody>
        <div className="rule-saying" aria-live="polite">
          <p className="rule-preview">{draft === null ? whyUnfinished : draftSentence(draft)}</p>
          {tried !== null && <TrialResult tried={tried} effect={form.effect} />}
          {error !== null && (
            <p className="rule-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <RuleFoot onTry={() => void tryIt()} onCancel={close} />
      </form>
    </Dialog>
  );
}

function RuleFoot({ onTry, onCancel }: { onTry(): void; onCancel(): void }) {
  return (
    <DialogFoot>
      <button type="button" className="button" onClick={onTry}>
        {rulesText.testOnPast}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {rulesText.cancel}
      </button>
      <button type="submit" className="button primary-button">
        {rulesText.saveRule}
      </button>
    </DialogFoot>
  );
}
