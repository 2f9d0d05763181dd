/** The notification for waiting asks: who, what for and how many, never a path or a command. */
import type { Ask } from '../../../shared/asks/asks.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import { plural, requestSummary, shellText, whoIs } from '../shell-text.ts';

export interface Announcement {
  readonly title: string;
  readonly body: string;
  /** The one that Review opens. */
  readonly askId: AskId;
  /** Only where it is clear which ask a no is for. */
  readonly mayDeny: boolean;
}

export function announcementOf(waiting: readonly Ask[]): Announcement | null {
  const [first] = waiting;
  if (!first) return null;
  const { askId } = first;
  const who = whoIs(first.agent);
  if (waiting.length === 1)
    return {
      title: shellText.askNotificationTitle,
      body: withoutMarkup(`${who} ${requestSummary(first)}`),
      askId,
      mayDeny: true,
    };
  const more = plural(waiting.length - 1, 'more ask', 'more asks');
  const body = withoutMarkup(`${who} ${requestSummary(first)}, and ${more}`);
  return {
    title: `${waiting.length} asks are waiting for your answer`,
    body,
    askId,
    mayDeny: false,
  };
}

/** Some desktops interpret markup in notifications; names of agents and folders must not contain any. */
const withoutMarkup = (text: string): string => text.replaceAll(/[<>&]/g, '·');
