/** What a call would start: which file, where, what it can do, and what it is given. */
import type { ShownCommand } from '../../../shared/asks/asks.ts';
import { PathText } from '../../ui/path-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import {
  confirmText,
  effectLines,
  environmentNames,
  environmentWords,
  numbered,
  programNote,
  sandboxWords,
  type ShownProgramFile,
} from './confirm-text.ts';

export function CommandField({ command }: { readonly command: ShownCommand }) {
  return (
    <section className="ask-section" aria-labelledby="command-title" data-read="command">
      <div className="ask-section-head">
        <h2 id="command-title">{confirmText.command}</h2>
      </div>
      <ul className="effects" aria-label={confirmText.whatItCanDo}>
        {effectLines(command).map(({ effect, words, risk }) => (
          <li key={effect} className="effect" data-effect={effect} data-risk={risk}>
            {words}
          </li>
        ))}
      </ul>
      <dl className="command-facts">
        <dt>{confirmText.program}</dt>
        <dd>
          <Programs command={command} />
        </dd>
        {command.cwd !== null && (
          <>
            <dt>{confirmText.folder}</dt>
            <dd>
              <PathText path={command.cwd} />
            </dd>
          </>
        )}
        <dt>{confirmText.environment}</dt>
        <dd>
          <Environment command={command} />
        </dd>
        {command.sandbox && (
          <>
            <dt>{confirmText.sandbox}</dt>
            <dd data-sandbox={command.sandbox.kind}>
              <VisibleText text={sandboxWords(command.sandbox)} atMost={Infinity} />
            </dd>
          </>
        )}
        {command.whyOnce !== '' && (
          <>
            <dt>{confirmText.onceOnly}</dt>
            <dd>
              <VisibleText text={command.whyOnce} atMost={Infinity} />
            </dd>
          </>
        )}
      </dl>
    </section>
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
