import type { MainBridge } from '../../shared/ipc.ts';

declare global {
  interface Window {
    readonly gatehouse: MainBridge;
  }
}

export const bridge: MainBridge = window.gatehouse;
