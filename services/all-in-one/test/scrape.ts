export interface Sample {
  /** The name of the series. A histogram has series with three different names. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns all samples of a process, as Prometheus reads them. */
export async function scrape(url: string): Promise<readonly Sample[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, labels: parseLabels(labels), value: Number(value) }];
  });
}

/** Returns the sum of a metric over all its labels. */
export function sumOf(samples: readonly Sample[], name: string): number {
  return samples
    .filter((sample) => sample.name === name)
    .reduce((sum, { value }) => sum + value, 0);
}

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/(\w+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}
