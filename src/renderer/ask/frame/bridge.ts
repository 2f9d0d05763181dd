import type { AskBridge } from '../../../shared/ipc/ask-window.ts';

declare global {
  interface Window {
    readonly gatehouseAsk: AskBridge;
  }
}

export const askBridge: AskBridge = window.gatehouseAsk;
