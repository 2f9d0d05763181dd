import { VisibleText } from '../../ui/visible-text.tsx';

/** Where the person will see it happen. */
export const CarriedOutBy = ({ editor }: { readonly editor: string }) => (
  <>
    Carried out by <VisibleText text={editor} atMost={100} />.
  </>
);
