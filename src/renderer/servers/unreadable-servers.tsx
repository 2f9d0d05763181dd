/** In place of the list while the file of the servers cannot be read. */
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { serversText } from './servers-text.ts';

export function UnreadableServers({ error }: { readonly error: string }) {
  return (
    <section className="card empty-state" role="alert">
      <span className="empty-icon">
        <Icon name="warning" />
      </span>
      <div>
        <h2>{serversText.unreadableTitle}</h2>
        <p>
          <VisibleText text={error} prose /> {serversText.unreadableAfter}
        </p>
        <p>{serversText.unreadableMeaning}</p>
      </div>
    </section>
  );
}
