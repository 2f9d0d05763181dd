import { activityText } from './activity-text.ts';

interface ActivityFailureProps {
  onRetry(): void;
}

export function ActivityFailure({ onRetry }: ActivityFailureProps) {
  return (
    <p className="card empty" role="alert">
      {activityText.searchFailed}{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        {activityText.tryAgain}
      </button>
    </p>
  );
}
