import type { AskBridge, MainBridge } from '../../../src/shared/ipc.ts';

declare global {
  interface Window {
    readonly gatehouse: MainBridge;
    readonly gatehouseAsk: AskBridge;
  }
}
