/** A visual tooltip. Screen readers get the same text from an `only-spoken` element. */
import { Tooltip as Bubble, TooltipAnchor, TooltipProvider } from '@ariakit/react';
import type { ReactElement } from 'react';

interface TooltipProps {
  readonly words: string;
  readonly children: ReactElement;
}

export function Tooltip({ words, children }: TooltipProps) {
  return (
    <TooltipProvider timeout={400}>
      <TooltipAnchor render={children} />
      <Bubble className="tooltip" gutter={4} portal unmountOnHide>
        {words}
      </Bubble>
    </TooltipProvider>
  );
}
