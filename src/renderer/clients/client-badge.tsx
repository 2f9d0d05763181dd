/** The first letters of a client's name, in place of a logo that is somebody's trademark. */
export function ClientBadge({ name, isLarge = false }: ClientBadgeProps) {
  return (
    <span className="client-badge" data-large={isLarge} aria-hidden="true">
      {lettersOf(name)}
    </span>
  );
}

interface ClientBadgeProps {
  readonly name: string;
  readonly isLarge?: boolean;
}

/** `CC` for Claude Code, `Op` for OpenCode. */
function lettersOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '');
  const [first = '', second] = words;
  return second === undefined
    ? first.slice(0, 1).toUpperCase() + first.slice(1, 2)
    : `${first.slice(0, 1)}${second.slice(0, 1)}`.toUpperCase();
}
