import type { Notice } from '../../shared/ipc/main-window.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { dismissNotice } from './commands.ts';
import { appText } from './app-text.ts';

/** `trouble` is the name in the management API. */
const icons: Readonly<Record<Notice['tone'], IconName>> = {
  info: 'note',
  warning: 'warning',
  trouble: 'stop',
};

const tones: Readonly<Record<Notice['tone'], string>> = {
  info: 'Note',
  warning: 'Warning',
  trouble: 'Error',
};

export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div className="notices" role="status">
      {notices.map((notice) => (
        <section
          key={notice.id}
          className="notice"
          data-tone={notice.tone}
          aria-label={`${tones[notice.tone]}: ${notice.title}`}
        >
          <Icon name={icons[notice.tone]} />
          <div>
            <b>{notice.title}</b>
            <p>{notice.text}</p>
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={appText.dismissNotice(notice.title)}
            onClick={() => void dismissNotice(notice.id)}
          >
            <Icon name="cross" />
          </button>
        </section>
      ))}
    </div>
  );
}
