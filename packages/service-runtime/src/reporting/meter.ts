import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * The possible values of each label. All series with these values start at 0, so that rates are correct from the first
 * event.
 */
type Labels<Label extends string> = Readonly<Record<Label, readonly string[]>>;
type Read<Value> = () => Value | undefined | Promise<Value | undefined>;

/** Returns functions that create metrics in a registry. */
export function createMeter(registry: Registry) {
  const registers = [registry];
  return {
    counter<Label extends string = never>(name: string, help: string, labels?: Labels<Label>) {
      const counter = new Counter({ name, help, labelNames: namesOf(labels), registers });
      for (const series of seriesOf(labels)) {
        counter.inc(series, 0);
      }
      return counter;
    },
    gauge<Label extends string = never>(name: string, help: string, labels?: Labels<Label>) {
      const gauge = new Gauge({ name, help, labelNames: namesOf(labels), registers });
      for (const series of seriesOf(labels)) {
        gauge.set(series, 0);
      }
      return gauge;
    },
    histogram<Label extends string = never>(
      name: string,
      help: string,
      { buckets, labels }: { readonly buckets: number[]; readonly labels?: Labels<Label> },
    ) {
      const labelNames = namesOf(labels);
      const histogram = new Histogram({ name, help, buckets, labelNames, registers });
      for (const series of seriesOf(labels)) {
        histogram.zero(series);
      }
      return histogram;
    },
    /** Registers a gauge whose value is read at each scrape. The gauge is absent while the value is undefined. */
    reading(name: string, help: string, read: Read<number>): void {
      const collect = async () => {
        const value = await read();
        value === undefined ? gauge.remove() : gauge.set(value);
      };
      const gauge = new Gauge({ name, help, registers, collect });
    },
    /**
     * Registers a gauge with one label, whose values are read at each scrape. If `read` returns undefined, the last
     * values remain.
     */
    readings(name: string, help: string, { label, read }: Readings): void {
      const collect = async () => {
        const values = await read();
        if (values !== undefined) {
          gauge.reset();
        }
        for (const [value, number] of values ?? []) {
          gauge.set({ [label]: value }, number);
        }
      };
      const gauge = new Gauge({ name, help, labelNames: [label], registers, collect });
    },
  };
}

interface Readings {
  readonly label: string;
  readonly read: Read<Iterable<readonly [label: string | number, value: number]>>;
}

function namesOf<Label extends string>(labels: Labels<Label> | undefined): Label[] {
  return Object.keys(labels ?? {}) as Label[];
}

function seriesOf<Label extends string>(labels: Labels<Label> | undefined) {
  return namesOf(labels).reduce<Partial<Record<Label, string>>[]>(
    (all, label) =>
      all.flatMap((series) =>
        (labels?.[label] ?? []).map((value) => ({ ...series, [label]: value })),
      ),
    [{}],
  );
}
