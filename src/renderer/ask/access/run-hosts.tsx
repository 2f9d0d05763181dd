/** Of an agent that runs in the sandbox: the hosts of its provider, which are allowed with it. */
import type { ShownRun } from '../../../shared/agents/agent-run.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { accessText } from './access-text.ts';

const usualPort = /:443$/;

export function RunHosts({ run }: { readonly run: ShownRun }) {
  return (
    <p className="run-hosts" data-read="hosts">
      {accessText.reachesUnasked}{' '}
      {run.hosts.map((host, at) => (
        <span key={host}>
          {at > 0 && ', '}
          <code>
            <VisibleText text={host.replace(usualPort, '')} />
          </code>
        </span>
      ))}
      . {accessText.asksForOthers}
    </p>
  );
}
