import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { AskView } from '../../../shared/ipc/ask-window.ts';
import { askSentenceText } from '../../text/ask-sentence.ts';
import { AccessAskForm } from '../access/access-ask-form.tsx';
import { isForOwnTools } from '../access/no-sandbox-line.tsx';
import { askStore } from './ask-store.ts';
import { NetworkAskForm } from '../network/network-ask-form.tsx';
import { BatchForm } from '../batch/batch-form.tsx';
import { HeldBackForm } from '../held-back/held-back-form.tsx';
import { ServerInputForm } from '../server-input/server-input-form.tsx';
import { ConfirmAskForm } from '../confirm/confirm-ask-form.tsx';
import { frameText } from './frame-text.ts';

export function AskWindow() {
  const { view, revision } = useStore(askStore);
  const sentence = view ? askSentenceText(view.ask) : '';
  useEffect(() => {
    document.title = sentence === '' ? frameText.windowTitle : frameText.windowTitleWith(sentence);
  }, [sentence]);
  return (
    <>
      <p className="only-spoken" role="status">
        {sentence}
      </p>
      {view ? (
        <AskForm key={revision} {...view} />
      ) : (
        <main className="ask-nothing">
          <h1>{frameText.nothingToReview}</h1>
          <p>{frameText.nothingToReviewHint}</p>
        </main>
      )}
    </>
  );
}

export function AskForm({ ask, hasSandbox, noSandbox, batch, ...around }: AskView) {
  if (batch && ask.kind === 'confirm') return <BatchForm ask={ask} batch={batch} {...around} />;
  switch (ask.kind) {
    case 'access':
      return (
        <AccessAskForm
          {...{ ask, noSandbox, ...around }}
          hasSandbox={hasSandbox && !isForOwnTools(ask)}
        />
      );
    case 'confirm':
      if (ask.network) return <NetworkAskForm ask={ask} network={ask.network} {...around} />;
      if (ask.heldBack) return <HeldBackForm ask={ask} heldBack={ask.heldBack} {...around} />;
      if (ask.serverInput) return <ServerInputForm ask={ask} input={ask.serverInput} {...around} />;
      return <ConfirmAskForm ask={ask} {...around} />;
  }
}
