/** Whether the commands of a session are sandboxed; where they are not, why, and how to change that. */
import type { Session } from '../../shared/access/access.ts';
import { useMain } from '../app/store.ts';
import { runsCode } from '../text/sandbox-words.ts';
import { Icon } from '../ui/icons.tsx';
import { sessionsText } from './sessions-text.ts';

export function SessionSandbox({ session }: { readonly session: Session }) {
  const sandbox = useMain(({ snapshot }) => snapshot?.sandbox);
  if (sandbox === undefined || !session.scopes.some(runsCode)) return null;
  if (sandbox.kind === 'ready')
    return (
      <p className="session-sandbox" data-tone="good">
        <Icon name="shield" />{' '}
        {session.agent.door === 'hook' ? sessionsText.ownToolsOutside : sessionsText.sandboxed}
      </p>
    );
  return (
    <details className="session-sandbox" data-tone="warn">
      <summary>
        <Icon name="warning" /> {sessionsText.notSandboxed}
        <span className="session-scope-count">
          {sandbox.fix === '' ? sessionsText.whyNoSandbox : sessionsText.howToAddSandbox}
        </span>
      </summary>
      <p>
        {sandbox.sentence} {sandbox.fix}
      </p>
    </details>
  );
}
