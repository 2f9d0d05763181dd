import { useState } from 'react';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { longestSessionLabel } from '../../../shared/asks/required-reading.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { confirmAction } from '../../text/ask-sentence.ts';
import { middleCut } from '../../text/text-runs.ts';
import { riskMeaning, riskOfKind } from '../../text/risk-words.ts';
import { AllowButton, AllowNotes } from '../frame/allow-button.tsx';
import { AlwaysPanel } from './always-panel.tsx';
import { AskFooter } from '../frame/ask-footer.tsx';
import { ConfirmPanel, type PanelName } from './confirm-panel.tsx';
import { canAlways, maxLabelLength } from './confirm-text.ts';
import { DenyRow } from '../frame/deny-row.tsx';
import type { ReadingState } from '../../reading/use-reading.ts';
import type { Allowing } from '../frame/use-allowing.ts';
import type { Answers } from '../frame/use-answering.ts';
import { confirmText } from './confirm-text.ts';
import { fill } from '../../ui/fill.ts';

interface ConfirmFooterProps {
  readonly ask: ConfirmAsk;
  readonly now: number;
  readonly pausedUntil: number;
  readonly allowing: Allowing;
  readonly answers: Answers;
  readonly reading: ReadingState;
}

export function ConfirmFooter(props: ConfirmFooterProps) {
  const { ask, now, pausedUntil, allowing, answers, reading } = props;
  const [open, setOpen] = useState<PanelName | null>(null);
  const [text, setText] = useState('');
  const toggle = (name: PanelName): void => setOpen(open === name ? null : name);
  return (
    <AskFooter
      ask={ask}
      now={now}
      pausedUntil={pausedUntil}
      risks={riskMeaning[riskOfKind[ask.actionKind]]}
      answering={answers.state}
      panel={
        open === 'always' ? (
          <AlwaysPanel ask={ask} now={now} allowing={allowing} />
        ) : (
          open && (
            <ConfirmPanel
              name={open}
              ask={ask}
              text={text}
              isNew={answers.isNew}
              onChange={setText}
              onSend={answers.send}
            />
          )
        )
      }
    >
      <AllowNotes obstacle={allowing.obstacle} reading={reading} />
      <AllowButton allowing={allowing} answer={{ kind: 'once' }}>
        {fill(confirmText.allowOnce, {
          action: <VisibleText text={confirmAction(ask, maxLabelLength)} />,
        })}
      </AllowButton>
      {ask.forSession !== null && (
        <AllowButton allowing={allowing} answer={{ kind: 'session' }} rank="second">
          {fill(confirmText.allowForSession, {
            action: <VisibleText text={middleCut(ask.forSession, longestSessionLabel)} />,
          })}
        </AllowButton>
      )}
      <OtherAnswers ask={ask} open={open} onToggle={toggle} />
      <DenyRow
        isNew={answers.isNew}
        isSayingWhy={open === 'why'}
        onSayWhy={() => toggle('why')}
        // Words typed for another answer are not a reason for this one.
        onDeny={() => answers.send({ kind: 'deny', reason: open === 'why' ? text.trim() : '' })}
        onPark={answers.park}
      />
    </AskFooter>
  );
}

interface OtherAnswersProps {
  readonly ask: ConfirmAsk;
  readonly open: PanelName | null;
  onToggle(name: PanelName): void;
}

function OtherAnswers({ ask, open, onToggle }: OtherAnswersProps) {
  const panel = { open, onToggle };
  return (
    <div className="ask-else">
      {canAlways(ask) && <PanelButton name="always" label={confirmText.alwaysButton} {...panel} />}
      <PanelButton name="change" label={confirmText.askForChangeButton} {...panel} />
      <PanelButton name="kind" label={confirmText.denyKindButton} {...panel} />
    </div>
  );
}

interface PanelButtonProps {
  readonly name: PanelName;
  readonly open: PanelName | null;
  readonly label: string;
  onToggle(name: PanelName): void;
}

function PanelButton({ name, open, label, onToggle }: PanelButtonProps) {
  return (
    <button
      type="button"
      className="link-button"
      aria-expanded={open === name}
      onClick={() => onToggle(name)}
    >
      {label}
    </button>
  );
}
