import type { AskBridge } from '../../../src/shared/ipc/ask-window.ts';
import type { MainBridge } from '../../../src/shared/ipc/main-window.ts';

declare global {
  interface Window {
    readonly gatehouse: MainBridge;
    readonly gatehouseAsk: AskBridge;
  }
}
