/** What agents did before, read from their own histories on a click; and access that it suggests. */
import type {
  AgentHistory,
  ClientHistory,
  FolderActivity,
} from '../../shared/integrations/agent-history.ts';
import { folderName } from '../text/place-names.ts';
import { ShortPath } from '../ui/short-path.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import {
  clientName,
  countedNames,
  grantWords,
  hasDetails,
  historyText,
  leftOutWords,
  summaryOf,
} from './history-text.ts';
import { useHistory, type HistoryState, type PastHistory } from './use-history.ts';

interface PastActivityProps {
  readonly home: string;
}

export function PastActivity({ home }: PastActivityProps) {
  const past = useHistory();
  const { state, history, read, cancel } = past;
  const isReading = state.kind === 'reading';
  return (
    <section className="card past-activity" aria-labelledby="past-activity-title">
      <h2 id="past-activity-title">{historyText.title}</h2>
      <p>{historyText.explanation}</p>
      <p className="past-activity-acts">
        <button type="button" className="button" disabled={isReading} onClick={read}>
          {history ? historyText.readAgain : historyText.read}
        </button>
        {isReading && (
          <button type="button" className="button" onClick={cancel}>
            {historyText.cancel}
          </button>
        )}
        <StateLine state={state} />
      </p>
      {history && <Found history={history} past={past} home={home} />}
    </section>
  );
}

function StateLine({ state }: { readonly state: HistoryState }) {
  return (
    <span role="status">
      {state.kind === 'reading' && historyText.reading(state.progress)}
      {state.kind === 'cancelled' && historyText.cancelled}
      {state.kind === 'failed' && <VisibleText text={historyText.failed(state.why)} atMost={300} />}
    </span>
  );
}

interface FoundProps extends PastActivityProps {
  readonly history: AgentHistory;
  readonly past: PastHistory;
}

function Found({ history, past, home }: FoundProps) {
  const clients = history.clients.filter(
    ({ folders, leftOut }) => folders.length + leftOut.length > 0,
  );
  if (clients.length === 0) return <p>{historyText.nothing}</p>;
  return (
    <>
      {!history.isComplete && <p className="past-activity-note">{historyText.incomplete}</p>}
      {clients.map((client) => (
        <OneClient key={client.client} client={client} past={past} home={home} />
      ))}
    </>
  );
}

interface OneClientProps extends PastActivityProps {
  readonly client: ClientHistory;
  readonly past: PastHistory;
}

function OneClient({ client, past, home }: OneClientProps) {
  const { folders, leftOut } = client;
  return (
    <article className="past-client">
      <h3>{summaryOf(client)}</h3>
      <p className="past-activity-note">{historyText.notVerified}</p>
      {folders.length > 0 && (
        <div
          className="exposure-scroll"
          role="region"
          aria-label={historyText.tableOf(clientName(client.client))}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{historyText.folder}</th>
                <th scope="col">{historyText.reads}</th>
                <th scope="col">{historyText.edits}</th>
                <th scope="col">{historyText.commands}</th>
                <th scope="col">{historyText.outside}</th>
                <th scope="col">{historyText.suggestion}</th>
              </tr>
            </thead>
            <tbody>
              {folders.map((folder) => (
                <FolderRow key={folder.path} {...{ client, folder, past, home }} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {leftOut.length > 0 && (
        <p className="past-activity-note">
          {historyText.leftOut}: {leftOutWords(leftOut)}
        </p>
      )}
    </article>
  );
}

interface FolderRowProps extends OneClientProps {
  readonly folder: FolderActivity;
}

function FolderRow({ client, folder, past, home }: FolderRowProps) {
  const { reads, edits, commands, outside } = folder;
  return (
    <tr>
      <th scope="row">
        <ShortPath path={folder.path} folders={home === '' ? [] : [home]} />
        {hasDetails(folder) && <Details folder={folder} />}
      </th>
      <td>{reads}</td>
      <td>{edits}</td>
      <td>{commands}</td>
      <td>{outside}</td>
      <td className="past-suggestion">
        <Suggestion client={client} folder={folder} past={past} />
      </td>
    </tr>
  );
}

function Details({ folder: { programs, hosts, places } }: { readonly folder: FolderActivity }) {
  const facts = [
    [historyText.programs, programs],
    [historyText.hosts, hosts],
    [historyText.places, places],
  ] as const;
  return (
    <dl className="past-facts">
      {facts.map(
        ([name, names]) =>
          names.length > 0 && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <VisibleText text={countedNames(names)} atMost={600} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Suggestion({ client: { client }, folder, past }: Omit<FolderRowProps, 'home'>) {
  const { whyNot, isSuggested, scopes } = folder;
  const name = clientName(client);
  if (whyNot !== null && !isSuggested) return <span>{whyNot}</span>;
  const label = isSuggested ? historyText.withdrawLabel : historyText.suggestLabel;
  return (
    <>
      <span>{grantWords(scopes)}</span>
      {isSuggested && <span className="past-activity-note">{historyText.suggested}</span>}
      <button
        type="button"
        className="button"
        aria-label={label(name, folderName(folder.path))}
        onClick={() => past.suggest(client, folder.path, !isSuggested)}
      >
        {isSuggested ? historyText.withdraw : historyText.suggest}
      </button>
    </>
  );
}
