import { useState } from 'react';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { askBridge } from '../frame/bridge.ts';
import { pickedFolder } from './picked-folder.ts';
import type { ChoiceControls } from './use-selection.ts';

export interface Picking {
  /** The system's dialog is open. */
  readonly isOpen: boolean;
  readonly problem: string | null;
  pick(root: string): Promise<void>;
}

/** The folder is chosen in a dialog of main; here it takes the place of the one it lies in. */
export function usePicking({ askId }: AccessAsk, { narrowRoot }: ChoiceControls): Picking {
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isOpen,
    problem,
    async pick(root) {
      setOpen(true);
      const receipt = await pickedFolder(askBridge, askId, root);
      setOpen(false);
      setProblem(receipt.kind === 'refused' ? receipt.why : null);
      if (receipt.kind === 'picked') narrowRoot(root, receipt.path);
    },
  };
}
