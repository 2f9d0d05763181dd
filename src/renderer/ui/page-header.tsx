import type { ReactNode } from 'react';

interface PageHeaderProps {
  readonly title: string;
  readonly note: string;
  readonly children?: ReactNode;
}

export const pageTitleId = 'page-title';

export function PageHeader({ title, note, children }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div>
        <h1 id={pageTitleId} tabIndex={-1}>
          {title}
        </h1>
        <p className="page-note" role="status">
          {note}
        </p>
      </div>
      {children}
    </header>
  );
}
