import { VisibleText } from '../../ui/visible-text.tsx';
import { fill } from '../../ui/fill.ts';
import { confirmText } from './confirm-text.ts';

/** The editor in which the call runs. */
export const CarriedOutBy = ({ editor }: { readonly editor: string }) => (
  <>{fill(confirmText.carriedOutBy, { editor: <VisibleText text={editor} atMost={100} /> })}</>
);
