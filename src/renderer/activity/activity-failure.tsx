interface ActivityFailureProps {
  onRetry(): void;
}

export function ActivityFailure({ onRetry }: ActivityFailureProps) {
  return (
    <p className="card empty" role="alert">
      The ledger could not be looked through just now. Nothing is lost: everything is on record.{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
