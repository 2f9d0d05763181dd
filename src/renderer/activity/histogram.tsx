/** Entries over time. Dragging over it, or the arrow keys with Shift, choose a span to look at. */
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { AuditHistogram } from '../../shared/ledger/query.ts';
import { barsOf, heightOf, spanOf, spanWordsOf, type Bar, type Span } from './histogram-bars.ts';
import { activityText } from './activity-text.ts';

interface HistogramProps {
  readonly histogram: AuditHistogram;
  onPick(since: number, until: number): void;
}

export function Histogram({ histogram, onPick }: HistogramProps) {
  const bars = useMemo(() => barsOf(histogram), [histogram]);
  const brush = useBrush(bars, onPick);
  const highest = useMemo(() => Math.max(0, ...bars.map(({ all }) => all)), [bars]);
  if (bars.length === 0) return <div className="histogram" aria-hidden="true" />;
  return (
    <div
      className="histogram"
      role="slider"
      tabIndex={0}
      aria-label={activityText.histogramLabel}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={Math.min(brush.at, bars.length - 1)}
      aria-valuetext={spanWordsOf(bars, brush.span)}
      {...brush.events}
    >
      <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {brush.isShown && (
          <rect
            className="histogram-span"
            x={brush.span.first}
            width={brush.span.last - brush.span.first + 1}
            height={1}
          />
        )}
        {bars.map((bar, at) => (
          <BarShape key={bar.from} bar={bar} at={at} highest={highest} />
        ))}
      </svg>
      {brush.isShown && (
        <span className="histogram-words" aria-hidden="true">
          {spanWordsOf(bars, brush.span)}
        </span>
      )}
    </div>
  );
}

function BarShape({ bar, at, highest }: { bar: Bar; at: number; highest: number }) {
  const all = heightOf(bar.all, highest);
  const failed = heightOf(bar.failed, highest);
  const refused = Math.min(all - failed, heightOf(bar.refused, highest));
  const place = { x: at + 0.1, width: 0.8 };
  return (
    <>
      <rect className="bar" {...place} y={1 - all} height={all} />
      {refused > 0 && (
        <rect className="bar-refused" {...place} y={1 - failed - refused} height={refused} />
      )}
      {failed > 0 && <rect className="bar-failed" {...place} y={1 - failed} height={failed} />}
    </>
  );
}

/** The start and the current end of the range being dragged. */
function useBrush(bars: readonly Bar[], onPick: HistogramProps['onPick']) {
  const [[from, at], setBrush] = useState<readonly [number, number]>([0, 0]);
  const [isDown, setDown] = useState(false);
  const [isShown, setShown] = useState(false);
  const span = spanOf(from, at);
  const pick = ({ first, last }: Span): void => {
    const [begin, end] = [bars[first], bars[last]];
    setShown(false);
    if (begin && end) onPick(begin.from, end.to);
  };
  const barUnder = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const under = Math.floor(((event.clientX - left) / width) * bars.length);
    return Math.min(bars.length - 1, Math.max(0, under));
  };
  const events = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const under = barUnder(event);
      setBrush([under, under]);
      setDown(true);
      setShown(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const under = barUnder(event);
      setBrush(isDown ? [from, under] : [under, under]);
      setShown(true);
    },
    onPointerUp: (): void => {
      if (isDown) pick(span);
      setDown(false);
    },
    onPointerLeave: (): void => setShown(isDown),
    onPointerCancel: (): void => setDown(false),
    onBlur: (): void => setShown(false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const next = keyed(event.key, at, bars.length);
      if (event.key === 'Enter' || event.key === ' ') pick(span);
      else if (next === null) return;
      else setBrush([event.shiftKey ? from : next, next]);
      setShown(next !== null);
      event.preventDefault();
    },
  };
  return { at, span, isShown, events };
}

function keyed(key: string, at: number, bars: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(bars - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return bars - 1;
    default:
      return null;
  }
}
