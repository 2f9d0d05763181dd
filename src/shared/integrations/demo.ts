/** The built-in demo agent, as the window shows it. */
export interface DemoStep {
  readonly what: string;
  /** Null while it is running. */
  readonly became: string | null;
}

export interface DemoView {
  readonly phase: 'off' | 'running' | 'ended';
  readonly steps: readonly DemoStep[];
}

/** The name of its key. */
export const demoClientName = 'gatehouse-demo';

export const noDemo: DemoView = { phase: 'off', steps: [] };
