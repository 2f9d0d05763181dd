/** Replays a session step by step: requests, decisions and file changes. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Replay, ReplayStep } from '../../shared/files/file-history.ts';
import { useDebounced } from '../activity/use-activity.ts';
import { bridge } from '../app/bridge.ts';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { FilesAsOf } from './files-as-of.tsx';
import { ReplayStepView } from './replay-step.tsx';
import { filesText, stepWords } from './files-text.ts';
import { Refused } from './restore-dialog.tsx';
import { useReply } from './use-reply.ts';

interface ReplayDialogProps {
  readonly sessionId: string;
  readonly actor: string;
  /** The entry to begin with. */
  readonly from: string;
  onClose(): void;
}

export function ReplayDialog({ sessionId, actor, from, onClose }: ReplayDialogProps) {
  const replay = useReply(sessionId, () => bridge.command('replay:steps', { sessionId }));
  const isThere = replay !== null && replay !== 'failed';
  return (
    <Dialog
      size="whole"
      title={
        <>
          {filesText.sessionReplay} <VisibleText text={actor} atMost={80} />
        </>
      }
      acts={
        <button type="button" className="button" onClick={onClose}>
          {filesText.close}
        </button>
      }
      onClose={onClose}
    >
      {replay === null && <p role="status">{filesText.readingTheSteps}</p>}
      {replay === 'failed' && (
        <Refused why={filesText.stepsFailed} hint={filesText.stepsFailedHint} />
      )}
      {isThere && replay.steps.length === 0 && <p>{filesText.noSteps}</p>}
      {isThere && replay.steps.length > 0 && <Player replay={replay} from={from} />}
    </Dialog>
  );
}

function Player({ replay, from }: { readonly replay: Replay; readonly from: string }) {
  const { steps, more } = replay;
  const last = steps.length - 1;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ entry }) => entry.entry === from),
    ),
  );
  const shown = useDebounced(at);
  const step = steps[shown];
  const go = (to: number): void => setAt(Math.min(last, Math.max(0, to)));
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || isForOther(event)) return;
    event.preventDefault();
    go(at + by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <div className="replay-player">
      <ReplayBar steps={steps} at={at} onGo={go} />
      {more > 0 && <p className="page-note">{filesText.laterSteps(more.toLocaleString())}</p>}
      {step && (
        <div className="replay-body">
          <ReplayStepView key={step.entry.entry} step={step} />
          <FilesAsOf steps={steps} at={shown} />
        </div>
      )}
    </div>
  );
}

interface ReplayBarProps {
  readonly steps: readonly ReplayStep[];
  readonly at: number;
  onGo(to: number): void;
}

function ReplayBar({ steps, at, onGo }: ReplayBarProps) {
  const last = steps.length - 1;
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => slider.current?.focus(), []);
  return (
    <div className="replay-bar">
      <button type="button" className="button" disabled={at === 0} onClick={() => onGo(at - 1)}>
        {filesText.back}
      </button>
      <input
        ref={slider}
        type="range"
        min={1}
        max={steps.length}
        value={at + 1}
        aria-label={filesText.step}
        aria-valuetext={stepWords(steps, at)}
        onChange={(event) => onGo(event.target.valueAsNumber - 1)}
      />
      <button type="button" className="button" disabled={at === last} onClick={() => onGo(at + 1)}>
        {filesText.next}
      </button>
      <output className="replay-count">
        {filesText.stepOfSteps(at + 1, steps.length.toLocaleString())}
      </output>
    </div>
  );
}

/** The slider moves by itself, a dialog over this one has its own keys, and a diff scrolls. */
function isForOther({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return true;
  return target.closest('input, .dialog:not(:has(.replay-player)), .diff-scroll') !== null;
}
