import type { ReactNode } from 'react';
import type { EntryView } from '../../shared/audit-entry.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { fullTime, tookWords } from '../words/times.ts';
import { codeSentence, outcomeWord } from './entry-words.ts';

type Fact = readonly [name: string, value: ReactNode];

export function EntryDetails({ entry }: { readonly entry: EntryView }) {
  return (
    <tr className="entry-details">
      <td colSpan={7}>
        <dl>
          {factsOf(entry).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}

function factsOf(entry: EntryView): readonly Fact[] {
  return [
    ['Time', fullTime(Date.parse(entry.ts))],
    ['Who', <VisibleText key="who" text={entry.actor} />],
    [
      'Action',
      <code key="action">
        <VisibleText text={entry.action} />
      </code>,
    ],
    ['Subject', textOrNone(entry.subject)],
    ['Outcome', outcomeWord[entry.outcome]],
    ['Code', entry.code === null ? '–' : <Code key="code" code={entry.code} />],
    ['Detail', textOrNone(entry.detail)],
    ['Decided by', textOrNone(entry.decidedBy)],
    ['Took', entry.durationMs === null ? '–' : tookWords(entry.durationMs)],
    ['Session', textOrNone(entry.sessionId)],
    ['Entry', <code key="entry">{`#${entry.seq} ${entry.entry}`}</code>],
  ];
}

function textOrNone(text: string | null): ReactNode {
  return text === null || text === '' ? '–' : <VisibleText text={text} atMost={4096} />;
}

function Code({ code }: { readonly code: string }) {
  return (
    <>
      <code>
        <VisibleText text={code} atMost={60} />
      </code>{' '}
      {codeSentence(code)}
    </>
  );
}
