/** Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

export function metricText(
  kind: 'counter' | 'gauge',
  name: string,
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(({ labels = {}, value }) => line(name, labels, value));
  return head(kind, name, help) + lines.join('');
}

const head = (kind: string, name: string, help: string): string =>
  `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${kind}\n`;

function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`;
}

const escapedHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escaped = (text: string): string => escapedHelp(text).replaceAll('"', '\\"');

/** Counts of values at or below each bound. */
export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at !== -1) this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  text(name: string, help: string): string {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] ?? 0;
      return line(`${name}_bucket`, { le: String(bound) }, below);
    });
    const all = line(`${name}_bucket`, { le: '+Inf' }, this.#count);
    const ends = line(`${name}_sum`, {}, this.#sum) + line(`${name}_count`, {}, this.#count);
    return head('histogram', name, help) + buckets.join('') + all + ends;
  }
}
