const radius = 18;
const length = 2 * Math.PI * radius;

/** Empties as time runs out. The text beside it says the same. */
export function TimeRing({ share }: { readonly share: number }) {
  return (
    <svg className="time-ring" viewBox="0 0 44 44" aria-hidden="true" data-low={share < 0.15}>
      <circle className="time-ring-track" cx="22" cy="22" r={radius} />
      <circle
        className="time-ring-left"
        cx="22"
        cy="22"
        r={radius}
        strokeDasharray={length}
        strokeDashoffset={length * (1 - share)}
        transform="rotate(-90 22 22)"
      />
    </svg>
  );
}
