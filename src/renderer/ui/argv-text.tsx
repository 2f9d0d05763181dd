/** A command as its list of arguments, each in its own box. */
import { Fragment } from 'react';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';

interface ArgvTextProps {
  readonly argv: readonly string[];
  /** Which program of a line of several it is. */
  readonly part?: number;
}

export function ArgvText({ argv, part }: ArgvTextProps) {
  const piece = part === undefined ? 'word' : `part ${part} word`;
  return (
    <ol className="argv" aria-label={uiText.programAndArguments}>
      {argv.map((argument, index) => (
        <li key={index} data-read="call" data-read-piece={`${piece} ${index} ${argument.length}`}>
          <code className="argv-word" dir="ltr">
            {argument === '' ? <i>{uiText.empty}</i> : <Argument text={argument} />}
          </code>
        </li>
      ))}
    </ol>
  );
}

/** A line break stays readable as one and is marked all the same: it is part of the argument. */
function Argument({ text }: { readonly text: string }) {
  const lines = text.split('\n');
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          <VisibleText text={'\n'} />
          <br />
        </>
      )}
      {line !== '' && (
        <VisibleText text={line} atMost={Infinity} dir="ltr" keepLines={lines.length > 1} command />
      )}
    </Fragment>
  ));
}
