/** Everything about a call that repeats or explains it: reasons, program, environment, exact bytes. */
import type { AskHistory, ConfirmAsk, ShownCommand } from '../../../shared/asks/asks.ts';
import { fill } from '../../ui/fill.ts';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Detail, Details } from '../frame/details.tsx';
import {
  confirmText,
  effectLines,
  environmentNames,
  environmentWords,
  folderOf,
  programNote,
  sandboxWords,
  type ShownProgramFile,
} from './confirm-text.ts';
import { numbered } from './parts-text.ts';

interface ConfirmDetailsProps {
  readonly ask: ConfirmAsk;
  readonly history: AskHistory;
}

/** Longer calls are cut here; the entry has the full text. */
const longestExact = 20_000;

export function ConfirmDetails({ ask, history }: ConfirmDetailsProps) {
  const folder = folderOf(ask);
  return (
    <Details ask={ask} history={history} last={<ExactCall ask={ask} />}>
      {ask.because.length > 0 && (
        <Detail name={confirmText.whyYouAreAsked}>
          <ul>
            {ask.because.map((reason) => (
              <li key={reason}>
                <VisibleText text={reason} atMost={Infinity} />
              </li>
            ))}
          </ul>
        </Detail>
      )}
      {ask.command && <CommandDetails command={ask.command} isNative={ask.native !== undefined} />}
      {folder !== null && (
        <Detail name={confirmText.folder}>
          <PathText path={folder} />
        </Detail>
      )}
      {ask.carriedOutBy !== null && (
        <Detail name={confirmText.runsIn}>
          <VisibleText text={ask.carriedOutBy} atMost={100} />
        </Detail>
      )}
    </Details>
  );
}

const ExactCall = ({ ask }: Pick<ConfirmDetailsProps, 'ask'>) => (
  <>
    <Detail name={confirmText.exactCall}>
      <pre className="details-exact" dir="ltr">
        <VisibleText text={ask.exact} atMost={longestExact} dir="ltr" keepLines />
      </pre>
    </Detail>
    <Detail name={confirmText.fingerprint}>
      {fill(confirmText.sha256OfThisCall, {
        digest: <code title={ask.digest}>{ask.digest.slice(0, 12)}…</code>,
      })}
    </Detail>
  </>
);

interface CommandDetailsProps {
  readonly command: ShownCommand;
  /** The agent's shell has an environment that Gatehouse does not know. */
  readonly isNative: boolean;
}

function CommandDetails({ command, isNative }: CommandDetailsProps) {
  return (
    <>
      <Detail name={confirmText.whatItCanDo}>
        <ul aria-label={confirmText.whatItCanDo}>
          {effectLines(command).map(({ effect, words }) => (
            <li key={effect}>{words}</li>
          ))}
        </ul>
      </Detail>
      <Detail name={confirmText.program}>
        <Programs command={command} />
      </Detail>
      {command.sandbox && (
        <Detail name={confirmText.sandbox}>
          <VisibleText text={sandboxWords(command.sandbox)} atMost={Infinity} />
        </Detail>
      )}
      {command.whyOnce !== '' && (
        <Detail name={confirmText.onceOnly}>
          <VisibleText text={command.whyOnce} atMost={Infinity} />
        </Detail>
      )}
      {!isNative && (
        <Detail name={confirmText.environment}>
          <Environment command={command} />
        </Detail>
      )}
    </>
  );
}

function Programs({ command }: { readonly command: ShownCommand }) {
  if (command.parts)
    return numbered(command.parts).map(({ part, number }) => (
      <ProgramFile key={number} program={part} />
    ));
  return command.program === null ? (
    confirmText.programLocatedByEditor
  ) : (
    <ProgramFile program={command} />
  );
}

function ProgramFile({ program }: { readonly program: ShownProgramFile }) {
  const note = programNote(program);
  return (
    <div>
      <PathText path={program.program ?? ''} />
      {note !== null && <VisibleText text={note} atMost={Infinity} />}
    </div>
  );
}

/** Folded: it is long, nearly always the same, and nothing an agent could choose. */
function Environment({ command }: { readonly command: ShownCommand }) {
  const names = environmentNames(command);
  if (names === '') return environmentWords(command);
  return (
    <details>
      <summary>{environmentWords(command)}</summary>
      <VisibleText text={names} atMost={2000} />
    </details>
  );
}
