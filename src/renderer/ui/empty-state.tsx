/** What an empty page is for, and the first thing to do there. */
import { Icon, type IconName } from './icons.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly action?: string;
  onAction?(): void;
}

export function EmptyState({ icon, title, hint, action, onAction }: EmptyStateProps) {
  return (
    <section className="card empty-state">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{hint}</p>
        {action !== undefined && (
          <button type="button" className="button primary-button" onClick={onAction}>
            {action}
          </button>
        )}
      </div>
    </section>
  );
}
