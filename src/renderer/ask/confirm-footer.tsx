import { useState } from 'react';
import type { ConfirmAsk } from '../../shared/asks.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { confirmDeed } from '../words/ask-sentence.ts';
import { middleCut } from '../words/text-runs.ts';
import { riskMeaning, riskOfKind } from '../words/risk-words.ts';
import { AllowButton, AllowNotes } from './allow-button.tsx';
import { AlwaysPanel } from './always-panel.tsx';
import { AskFooter } from './ask-footer.tsx';
import { ConfirmPanel, type PanelName } from './confirm-panel.tsx';
import { canAlways, longestLabelDeed, longestSessionDeed } from './confirm-words.ts';
import { DenyRow } from './deny-row.tsx';
import type { Allowing } from './use-allowing.ts';
import type { Answers } from './use-answering.ts';

interface ConfirmFooterProps {
  readonly ask: ConfirmAsk;
  readonly now: number;
  readonly pausedUntil: number;
  readonly allowing: Allowing;
  readonly answers: Answers;
}

export function ConfirmFooter({ ask, now, pausedUntil, allowing, answers }: ConfirmFooterProps) {
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
      <AllowNotes obstacle={allowing.obstacle} />
      <AllowButton allowing={allowing} answer={{ kind: 'once' }}>
        Allow once: <VisibleText text={confirmDeed(ask, longestLabelDeed)} />
      </AllowButton>
      {ask.forSession !== null && (
        <AllowButton allowing={allowing} answer={{ kind: 'session' }} rank="second">
          Allow in this session:{' '}
          <VisibleText text={middleCut(ask.forSession, longestSessionDeed)} />
        </AllowButton>
      )}
      <div className="ask-else">
        {canAlways(ask) && (
          <PanelButton
            name="always"
            open={open}
            onToggle={toggle}
            label="Always allow exactly this…"
          />
        )}
        <PanelButton name="change" open={open} onToggle={toggle} label="Ask for a change…" />
        <PanelButton name="kind" open={open} onToggle={toggle} label="Deny this kind…" />
      </div>
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
