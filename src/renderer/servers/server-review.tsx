/** What a server says that the user has not accepted: every change as a diff, with its characters visible. */
import { textParts } from '../../shared/base/visible-text.ts';
import type {
  InstructionsView,
  McpServerView,
  PinnedTextChange,
  ServerDetails,
  ToolView,
} from '../../shared/servers/server-views.ts';
import type { ReviewedText } from '../../shared/servers/server-commands.ts';
import { DiffView } from '../files/diff-view.tsx';
import { fill } from '../ui/fill.ts';
import { Icon } from '../ui/icons.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { act, serverName } from './server-acts.ts';
import { partWords, pinSentence, serversText } from './servers-text.ts';

/** One text of a server that is not what was accepted. */
interface PendingText {
  readonly tool: string | null;
  readonly pin: ToolView['pin'];
  readonly changes: readonly PinnedTextChange[];
  readonly seen: string;
  readonly isRejected: boolean;
}

export function pendingTexts({ tools, instructions }: ServerDetails): readonly PendingText[] {
  const texts: readonly PendingText[] = [
    ...(instructions ? [pendingOf(null, instructions)] : []),
    ...tools.map((tool) => pendingOf(tool.name, tool)),
  ];
  return texts.filter(({ pin }) => pin !== 'pinned');
}

const pendingOf = (
  tool: string | null,
  { pin, changes, seen, isRejected }: InstructionsView | ToolView,
): PendingText => ({ tool, pin, changes, seen, isRejected });

interface ServerReviewProps {
  readonly server: McpServerView;
  readonly details: ServerDetails;
}

export function ServerReview({ server: { name }, details }: ServerReviewProps) {
  const all = pendingTexts(details);
  const waiting = all.filter(({ isRejected }) => !isRejected);
  const rejected = all.filter(({ isRejected }) => isRejected);
  return (
    <>
      {waiting.length > 0 && (
        <section className="server-review" aria-label={serversText.reviewOf(name)}>
          <ul>
            {waiting.map((text) => (
              <li key={text.tool ?? ''}>
                <PendingItem server={name} text={text} />
              </li>
            ))}
          </ul>
          {waiting.length > 1 && (
            <button
              type="button"
              className="button"
              onClick={() => void decide('servers:accept', name, waiting)}
            >
              {serversText.acceptAll(waiting.length)}
            </button>
          )}
        </section>
      )}
      {rejected.length > 0 && (
        <details className="server-rejected">
          <summary>{serversText.keptBlocked(rejected.length)}</summary>
          <ul>
            {rejected.map((text) => (
              <li key={text.tool ?? ''}>
                <PendingItem server={name} text={text} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const decide = (
  command: 'servers:accept' | 'servers:reject',
  server: string,
  texts: readonly PendingText[],
): Promise<boolean> => {
  const reviewed: readonly ReviewedText[] = texts.map(({ tool, seen }) => ({ tool, seen }));
  return act(command, { name: serverName(server), texts: reviewed });
};

interface PendingItemProps {
  readonly server: string;
  readonly text: PendingText;
}

function PendingItem({ server, text }: PendingItemProps) {
  const { tool, pin, changes } = text;
  const subject = tool ?? serversText.instructionsSubject;
  return (
    <article className="pending-text" aria-label={subject}>
      <p className="pending-head">
        <Icon name="warning" />
        <span>
          {fill(
            pinSentence(
              pin,
              tool !== null,
              changes.map(({ part }) => part),
            ),
            {
              subject: (
                <b>
                  <VisibleText text={subject} atMost={256} />
                </b>
              ),
            },
          )}
        </span>
      </p>
      {changes.map(({ part, diff }) => (
        <div key={part} className="pending-part">
          <h3>{partWords[part]}</h3>
          <DiffView
            diff={diff}
            name={serversText.changeOf(partWords[part], subject)}
            isProse={part === 'description' || part === 'instructions'}
          />
        </div>
      ))}
      <PendingActs server={server} text={text} subject={subject} />
    </article>
  );
}

interface PendingActsProps extends PendingItemProps {
  readonly subject: string;
}

function PendingActs({ server, text, subject }: PendingActsProps) {
  const marks = markedCharacters(text.changes);
  return (
    <div className="pending-acts">
      <button
        type="button"
        className="button"
        aria-label={serversText.acceptOf(subject)}
        onClick={() => void decide('servers:accept', server, [text])}
      >
        {serversText.accept}
      </button>
      {!text.isRejected && (
        <button
          type="button"
          className="button"
          aria-label={serversText.keepBlockedOf(subject)}
          onClick={() => void decide('servers:reject', server, [text])}
        >
          {serversText.keepBlocked}
        </button>
      )}
      <span className="server-meaning">
        {serversText.writtenByServer} {marks > 0 && serversText.hiddenShown(marks)}
      </span>
    </div>
  );
}

/** In what the server says now. */
export function markedCharacters(changes: readonly PinnedTextChange[]): number {
  const lines = changes.flatMap(({ diff }) =>
    diff.kind === 'text' ? diff.hunks.flatMap((hunk) => hunk.lines) : [],
  );
  return lines
    .filter(({ kind }) => kind !== 'removed')
    .flatMap(({ text }) => textParts(text, { keepLines: true, prose: true }))
    .filter(({ kind }) => kind === 'hidden' || kind === 'look-alike').length;
}
