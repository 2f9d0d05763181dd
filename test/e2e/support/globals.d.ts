import type { AskBridge } from '../../../src/shared/ipc-ask.ts';
import type { MainBridge } from '../../../src/shared/ipc.ts';

declare global {
  interface Window {
    readonly gatehouse: MainBridge;
    readonly gatehouseAsk: AskBridge;
  }
}
