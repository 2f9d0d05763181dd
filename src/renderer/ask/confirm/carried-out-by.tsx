import { VisibleText } from '../../ui/visible-text.tsx';
import { fill } from '../../ui/fill.ts';
import { confirmText } from './confirm-text.ts';

/** Where the person will see it happen. */
export const CarriedOutBy = ({ editor }: { readonly editor: string }) => (
  <>{fill(confirmText.carriedOutBy, { editor: <VisibleText text={editor} atMost={100} /> })}</>
);
