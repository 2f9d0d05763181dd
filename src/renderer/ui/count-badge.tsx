export function CountBadge({
  amount,
  meaning,
}: {
  readonly amount: number;
  readonly meaning: string;
}) {
  if (amount === 0) return null;
  return (
    <span className="count-badge">
      {amount}
      <span className="only-spoken"> {meaning}</span>
    </span>
  );
}
