import { useEffect, useRef, type RefObject } from 'react';

/** Tells once the mark at the end has really been in view, whichever way it was scrolled there. */
export function useEndSeen(onSeen: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const tell = useRef(onSeen);
  useEffect(() => {
    tell.current = onSeen;
  });
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(
      (sights) => {
        // Touching the edge from outside counts as crossing; it has to be inside.
        if (sights.some(({ intersectionRect }) => intersectionRect.height > 0)) tell.current();
      },
      { threshold: [0, 0.5, 1] },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return end;
}
