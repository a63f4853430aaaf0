/** A single sample of `/metrics`. */
interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The response of `/metrics`, parsed the way Prometheus parses it. */
export interface Metrics {
  samples: readonly Sample[];
  /** The type of each metric family, by name. */
  types: ReadonlyMap<string, string>;
  /** Returns the sum of the samples with this name and at least these labels, or null if there are none. */
  value(name: string, labels?: Record<string, string>): number | null;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
// Prometheus accepts NaN in any letter case. prom-client writes `Nan`.
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([Nn]a[Nn]|[+-]Inf|[+-]?[0-9.]+(?:e[+-]?[0-9]+)?)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y;

/**
 * Parses Prometheus's text format 0.0.4. Throws on everything that a collector would reject: unknown lines, samples
 * without a type, duplicate samples, and inconsistent histogram buckets.
 */
export function readMetrics(text: string): Metrics {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const help = HELP.exec(line)?.[1];
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (help !== undefined) {
      if (helped.has(help)) throw new Error(`Two lines of help for ${help}.`);
      helped.add(help);
    } else if (typed !== undefined && type !== undefined) {
      if (types.has(typed)) throw new Error(`Two types of ${typed}.`);
      types.set(typed, type);
    } else {
      const sample = readSample(line);
      if (familyOf(sample.name, types) === null) throw new Error(`No type before: ${line}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted(byName)]);
      if (seen.has(key)) throw new Error(`There twice: ${line}`);
      seen.add(key);
      samples.push(sample);
    }
  }
  for (const [name, type] of types) if (type === 'histogram') checkHistogram(name, samples);
  return {
    samples,
    types,
    value(name, labels = {}) {
      const found = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([key, is]) => sample.labels[key] === is),
      );
      return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}

function readSample(line: string): Sample {
  const [, name, written = '', figure] = SAMPLE.exec(line) ?? [];
  if (name === undefined || figure === undefined) throw new Error(`Not a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (let at = 0; at < written.length; at = LABEL.lastIndex) {
    LABEL.lastIndex = at;
    const [, label, value] = LABEL.exec(written) ?? [];
    if (label === undefined || value === undefined) throw new Error(`Not labels: ${line}`);
    labels[label] = value.replace(/\\(.)/g, (_all, each: string) => (each === 'n' ? '\n' : each));
  }
  return { name, labels, value: figure.endsWith('Inf') ? Number(`${figure}inity`) : Number(figure) };
}

function familyOf(name: string, types: ReadonlyMap<string, string>): string | null {
  if (types.has(name)) return name;
  const family = name.replace(/_(bucket|sum|count)$/, '');
  return ['histogram', 'summary'].includes(types.get(family) ?? '') ? family : null;
}

function checkHistogram(family: string, samples: readonly Sample[]): void {
  const of = (part: string) => samples.filter(({ name }) => name === `${family}_${part}`);
  for (const { labels, value } of of('count')) {
    const buckets = of('bucket').filter((bucket) =>
      Object.entries(labels).every(([key, is]) => bucket.labels[key] === is),
    );
    const counts = buckets.map((bucket) => bucket.value);
    if (counts.some((count, at) => count < (counts[at - 1] ?? 0)))
      throw new Error(`Buckets of ${family} go down.`);
    if (buckets.at(-1)?.labels['le'] !== '+Inf' || counts.at(-1) !== value) {
      throw new Error(`Buckets of ${family} do not end with all ${value}.`);
    }
  }
}
