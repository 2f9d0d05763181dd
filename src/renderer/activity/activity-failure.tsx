interface ActivityFailureProps {
  onRetry(): void;
}

export function ActivityFailure({ onRetry }: ActivityFailureProps) {
  return (
    <p className="card empty" role="alert">
      The ledger could not be searched right now. Nothing is lost; every entry is still recorded.{' '}
      <button type="button" className="link-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
