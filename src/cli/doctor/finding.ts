export interface DoctorFinding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly what: string;
  readonly found: string;
  /** What to do; null if nothing. */
  readonly advice: string | null;
}

export const good = (what: string, found: string): DoctorFinding => ({
  state: 'good',
  what,
  found,
  advice: null,
});

export const warning = (what: string, found: string, advice: string): DoctorFinding => ({
  state: 'warning',
  what,
  found,
  advice,
});

export const bad = (what: string, found: string, advice: string): DoctorFinding => ({
  state: 'bad',
  what,
  found,
  advice,
});
