/** One small set of line icons, 16 by 16. Always beside a word, so hidden from screen readers. */
import type { ReactNode } from 'react';

const shapes = {
  mark: <path d="M2.5 14V7.5a5.5 5.5 0 0 1 11 0V14M2.5 14h11M6 14V5.6M10 14V5.6M2.7 9.5h10.6" />,
  inbox: <path d="M2 9.5 4 3h8l2 6.5V13H2zM2 9.5h3.5l1 1.7h3l1-1.7H14" />,
  sessions: <path d="M8 2a6 6 0 1 1-6 6M8 4.8V8l2.4 1.6" />,
  activity: <path d="M2.5 4h11M2.5 8h11M2.5 12h7" />,
  clients: <path d="M2 3.5h12v7H2zM5.5 13.5h5M8 10.5v3M5 5.8 6.8 7 5 8.2M8.2 8.5h2.8" />,
  workspaces: (
    <path d="M4.5 2.5v7M4.5 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM11.5 2.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM11.5 6.5c0 3-2.5 4-5 4.5" />
  ),
  rules: (
    <path d="M8 2v12M4.5 14h7M2.5 4.5 8 3.2l5.5 1.3M2.5 4.5 1 9.2a2 2 0 0 0 3.6 0zM13.5 4.5 12 9.2a2 2 0 0 0 3.6 0z" />
  ),
  editors: <path d="M2 3h12v8H2zM2 5.5h12M6 14h4M8 11v3" />,
  servers: (
    <path d="M2.5 2.5h11v4.2h-11zM2.5 9.3h11v4.2h-11zM5 4.6h1.6M5 11.4h1.6M10 4.6h1M10 11.4h1" />
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  settings: <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.7v3.6M6 9.7v3.6" />,
  look: (
    <>
      <path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  change: <path d="m3 13 .7-3L11 2.7 13.3 5 6 12.3zM9.3 4.4l2.3 2.3" />,
  run: <path d="M4.5 3v10l8.5-5z" />,
  destroy: <path d="M2.8 4.5h10.4M6 4.5v-2h4v2M4.2 4.5l.6 9h6.4l.6-9M6.8 7v4M9.2 7v4" />,
  trash: <path d="M2.8 4.5h10.4M6 4.5v-2h4v2M4.2 4.5l.6 9h6.4l.6-9M6.8 7v4M9.2 7v4" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h7a3.5 3.5 0 0 1 0 7H6" />,
  check: <path d="m3 8.5 3.2 3.2L13 4.8" />,
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  claimed: <path d="M3 3.5h10v7H7.5L5 13v-2.5H3zM6 6h4M6 8h2.5" />,
  warning: <path d="M8 2.2 14.5 13.5h-13zM8 6.4v3.4M8 11.6v.2" />,
  stop: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="m4 12 8-8" />
    </>
  ),
  open: (
    <path d="M8 2.2v2.6M8 11.2v2.6M2.2 8h2.6M11.2 8h2.6M4 4l1.8 1.8M10.2 10.2 12 12M12 4l-1.8 1.8" />
  ),
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  note: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.2v3.6M8 5.2v.2" />
    </>
  ),
  question: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M6.2 6.3a1.8 1.8 0 1 1 2.7 1.6c-.6.3-.9.7-.9 1.3M8 11v.2" />
    </>
  ),
  copy: <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" />,
  terminal: <path d="M2 3h12v10H2zM4.5 6l2 2-2 2M8 10h3.5" />,
  globe: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M2.2 8h11.6M8 2.2c2 2 2.6 4 2.6 5.8S10 11.8 8 13.8C6 11.8 5.4 9.8 5.4 8S6 4.2 8 2.2z" />
    </>
  ),
  server: <path d="M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8h.2M5 11.2h.2M8 4.8h3M8 11.2h3" />,
  folder: <path d="M1.8 4h4.4l1.4 1.6h6.6v7H1.8z" />,
  chevron: <path d="m6 3.8 4.2 4.2L6 12.2" />,
  shield: (
    <path d="M8 1.8 13 3.6v4c0 3.2-2.2 5.6-5 6.6-2.8-1-5-3.4-5-6.6v-4zM5.6 8l1.8 1.8 3.2-3.4" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
