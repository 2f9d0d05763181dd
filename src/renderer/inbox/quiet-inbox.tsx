/** The inbox of somebody who has connected a client, when nothing waits. */
import type { DemoView } from '../../shared/integrations/demo.ts';
import { goTo } from '../app/store.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DemoCard } from './demo-card.tsx';
import { inboxText } from './inbox-text.ts';

export function QuietInbox({ demo }: { readonly demo: DemoView }) {
  return (
    <div className="first-run">
      {demo.phase !== 'off' && <DemoCard demo={demo} />}
      <EmptyState
        icon="inbox"
        title={inboxText.quietTitle}
        hint={inboxText.quietHint}
        action={inboxText.seeActivity}
        onAction={() => goTo('activity')}
      />
      <p className="quiet-links">
        <button type="button" className="link-button" onClick={() => goTo('clients')}>
          {inboxText.connectAnother}
        </button>
      </p>
    </div>
  );
}
