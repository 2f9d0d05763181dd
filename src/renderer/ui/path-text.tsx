/**
 * A path, whole, in the order it is walked: each part is its own bidi island, so that
 * letters written from right to left cannot make one folder look like another.
 */
import { Fragment } from 'react';
import { VisibleText } from './visible-text.tsx';

export function PathText({ path }: { readonly path: string }) {
  const parts = path.split('/');
  return (
    <span className="path" dir="ltr">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <>
              /<wbr />
            </>
          )}
          {part !== '' && <VisibleText text={part} atMost={Infinity} />}
        </Fragment>
      ))}
    </span>
  );
}
