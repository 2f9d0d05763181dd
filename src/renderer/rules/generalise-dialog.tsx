/** One rule in place of several exact ones, shown as exactly what it would match. */
import { useRef, useState } from 'react';
import type { RuleView } from '../../shared/rules/rules.ts';
import { generaliseRules } from '../app/commands.ts';
import { bridge } from '../app/bridge.ts';
import { useReply } from '../files/use-reply.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { rulesText } from './rules-text.ts';

interface GeneraliseDialogProps {
  readonly rules: readonly RuleView[];
  onDone(): void;
  onClose(): void;
}

export function GeneraliseDialog({ rules, onDone, onClose }: GeneraliseDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<string | null>(null);
  const ruleIds = rules.map(({ ruleId }) => ruleId);
  const proposal = useReply(ruleIds.join(' '), () => bridge.command('rules:propose', { ruleIds }));
  const offer = proposal !== null && proposal !== 'failed' && proposal.kind === 'proposed';
  const replace = async (): Promise<void> => {
    const why = await generaliseRules(ruleIds);
    setError(why);
    if (why === null) onDone();
  };
  return (
    <Dialog title={rulesText.generaliseTitle} focusFirst={close} onClose={onClose}>
      <DialogBody>
        <p className="rule-proposal" role="status">
          {proposal === null && rulesText.lookingAtRules}
          {proposal === 'failed' && rulesText.noProposal}
          {proposal !== null && proposal !== 'failed' && (
            <VisibleText
              text={proposal.kind === 'proposed' ? proposal.sentence : proposal.why}
              atMost={5000}
            />
          )}
        </p>
        {offer && <p className="rule-hint">{rulesText.generaliseMeaning}</p>}
        <h3 className="rule-replaced">
          {offer ? rulesText.replaces(rules.length) : rulesText.selectedRules(rules.length)}
        </h3>
        <ul className="rule-list">
          {rules.map(({ ruleId, sentence }) => (
            <li key={ruleId}>
              <VisibleText text={sentence} atMost={600} />
            </li>
          ))}
        </ul>
        {error !== null && (
          <p className="rule-error" role="alert">
            {error}
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <button ref={close} type="button" className="button" onClick={onClose}>
          {offer ? rulesText.cancel : rulesText.close}
        </button>
        {offer && (
          <button type="button" className="button primary-button" onClick={() => void replace()}>
            {rulesText.replaceRules(rules.length)}
          </button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
