import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { AskView } from '../../../shared/ipc/ask-window.ts';
import { askSentenceText } from '../../text/ask-sentence.ts';
import { AccessAskForm } from '../access/access-ask-form.tsx';
import { askStore } from './ask-store.ts';
import { NetworkAskForm } from '../network/network-ask-form.tsx';
import { HeldBackForm } from '../held-back/held-back-form.tsx';
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

function AskForm({ ask, ...around }: AskView) {
  switch (ask.kind) {
    case 'access':
      return <AccessAskForm ask={ask} {...around} />;
    case 'confirm':
      if (ask.network) return <NetworkAskForm ask={ask} network={ask.network} {...around} />;
      if (ask.heldBack) return <HeldBackForm ask={ask} heldBack={ask.heldBack} {...around} />;
      return <ConfirmAskForm ask={ask} {...around} />;
  }
}
