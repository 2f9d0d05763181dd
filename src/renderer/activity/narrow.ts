/** What a click in the details of an entry narrows Activity down to. */
export interface Narrow {
  readonly facet: 'actors' | 'sessions';
  readonly value: string;
}
