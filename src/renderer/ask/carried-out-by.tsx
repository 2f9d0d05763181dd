import { VisibleText } from '../ui/visible-text.tsx';

/** Where the person will see it happen. */
export function CarriedOutBy({ editor }: { readonly editor: string }) {
  return (
    <p className="carried-out-by">
      Carried out by <VisibleText text={editor} atMost={100} />.
    </p>
  );
}
