/** Tells of entries that came in above while the reader is further down. The list itself does not jump: Chromium anchors it. */
import { useEffect, useRef, useState } from 'react';

export function NewEntries({ newest }: { readonly newest: number }) {
  const top = useRef<HTMLDivElement>(null);
  const [isAtTop, setAtTop] = useState(true);
  const [seen, setSeen] = useState(newest);
  useEffect(() => {
    if (top.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setAtTop(entry?.isIntersecting ?? true));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  if (isAtTop && seen !== newest) setSeen(newest);
  return (
    <>
      <div ref={top} className="top-of-list" />
      {seen < newest && (
        <button
          type="button"
          className="button new-entries"
          onClick={() => top.current?.scrollIntoView()}
        >
          New entries above
        </button>
      )}
    </>
  );
}
