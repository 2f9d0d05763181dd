import type { MainBridge } from '../../shared/ipc/main-window.ts';

declare global {
  interface Window {
    readonly gatehouse: MainBridge;
  }
}

export const bridge: MainBridge = window.gatehouse;
