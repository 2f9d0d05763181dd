export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly what: string;
  readonly found: string;
  /** What to do; null when nothing needs doing. */
  readonly advice: string | null;
}

export const good = (what: string, found: string): Finding => ({
  state: 'good',
  what,
  found,
  advice: null,
});

export const warning = (what: string, found: string, advice: string): Finding => ({
  state: 'warning',
  what,
  found,
  advice,
});

export const bad = (what: string, found: string, advice: string): Finding => ({
  state: 'bad',
  what,
  found,
  advice,
});
