/** Values of samples, keyed by name and sorted labels. */
export type Samples = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: string;
}

interface Family {
  readonly name: string;
  readonly type: string;
}

const line =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)\{((?:[^"]|"(?:[^"\\]|\\.)*")*)\} (\d+(?:\.\d+)?)(?: # (\{.*))?$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
const exemplar = /^\{trace_id="[0-9a-f]{32}"\} \d+(?:\.\d+)? \d+(?:\.\d+)?$/;
const header = /^# (HELP|TYPE) (\S+) (.+)$/;

/**
 * Parses a Prometheus scrape as strictly as possible. Throws if the scrape contains one of these mistakes:
 *
 * - a family whose help and type do not precede its samples
 * - a family whose samples are not consecutive
 * - a repeated label or sample
 * - a histogram whose buckets do not ascend
 * - a histogram whose count differs from the count of its last bucket
 */
export function parseExposition(text: string, format: 'prometheus' | 'openmetrics'): Samples {
  const lines = text.split('\n');
  expectEqual(lines.pop(), '', 'the end of the text');
  if (format === 'openmetrics') {
    expectEqual(lines.pop(), '# EOF', 'the last line');
  }
  const samples = new Map<string, Sample>();
  const families = new Set<string>();
  let family: Family | undefined;
  let help = '';
  for (const each of lines) {
    const [, word, name = '', rest = ''] = header.exec(each) ?? [];
    if (word === 'HELP') {
      help = name;
    } else if (word === 'TYPE') {
      expectEqual(help, name, 'the help before a type');
      expectEqual(families.has(name), false, `a second family ${name}`);
      families.add(name);
      family = { name, type: rest };
    } else {
      addSample(samples, each, { family, format });
    }
  }
  checkHistograms([...samples.values()]);
  return Object.fromEntries([...samples].map(([key, { value }]) => [key, value]));
}

function addSample(
  samples: Map<string, Sample>,
  text: string,
  { family, format }: { family: Family | undefined; format: string },
): void {
  const [, name = '', inBraces = '', value = '', after] = line.exec(text) ?? [];
  expectEqual(namesOf(family, format).includes(name), true, `the name of ${text}`);
  const labels = parseLabels(inBraces);
  const key = keyOf({ name, labels });
  expectEqual(samples.has(key), false, `a second ${key}`);
  if (after !== undefined) {
    expectEqual(format === 'openmetrics' && name.endsWith('_bucket'), true, `exemplar of ${text}`);
    expectEqual(exemplar.test(after), true, `the exemplar of ${text}`);
  }
  samples.set(key, { name, labels, value });
}

function namesOf(family: Family | undefined, format: string): readonly string[] {
  const { name = '', type } = family ?? {};
  if (type === 'histogram') {
    return ['_bucket', '_sum', '_count'].map((suffix) => name + suffix);
  }
  expectEqual(type, 'counter', 'the type');
  expectEqual(name.endsWith('_total'), format === 'prometheus', `the name of the counter ${name}`);
  return [format === 'prometheus' ? name : `${name}_total`];
}

function parseLabels(text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const [, name = '', value = ''] = label.exec(text) ?? [];
    expectEqual(
      name === '' || labels.has(name),
      false,
      `a label that is wrong or repeated in ${text}`,
    );
    labels.set(name, value);
  }
  return labels;
}

function keyOf({ name, labels }: Omit<Sample, 'value'>): string {
  const pairs = [...labels].map((pair) => pair.join('='));
  return `${name}{${pairs.toSorted().join()}}`;
}

function checkHistograms(samples: readonly Sample[]): void {
  const withoutBound = ({ labels }: Sample) => {
    const pairs = [...labels].filter(([name]) => name !== 'le');
    return JSON.stringify(pairs.toSorted());
  };
  for (const counted of samples.filter(({ name }) => name.endsWith('_count'))) {
    const buckets = samples.filter(
      (sample) =>
        sample.name === counted.name.replace(/_count$/, '_bucket') &&
        withoutBound(sample) === withoutBound(counted),
    );
    const bounds = buckets.map(({ labels }) =>
      Number(labels.get('le')?.replace('+Inf', 'Infinity')),
    );
    const values = buckets.map(({ value }) => Number(value));
    expectEqual(isAscending(bounds), true, `the bounds of ${keyOf(counted)} ascend`);
    expectEqual(isAscending(values), true, `the buckets of ${keyOf(counted)} ascend`);
    expectEqual(bounds.at(-1), Number.POSITIVE_INFINITY, `the last bound of ${keyOf(counted)}`);
    expectEqual(String(values.at(-1)), counted.value, `the last bucket of ${keyOf(counted)}`);
  }
}

function isAscending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) {
    throw new Error(`${what}: ${String(actual)}, expected ${String(expected)}`);
  }
}
