import { consistentWith, postJson, receiptsOfEveryPartition } from '../../http-client.js';
import { type DeclaredMetric, isKnownValue } from '../../metric-labels.js';
import { declaredMetrics, kafkaMetrics } from '../../metrics-document.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';
import { type Sample, scrape, sumOf } from '../../scrape.js';

const partsOfAHistogram = /_(?:bucket|sum|count)$/;
/**
 * Gauges that are absent at first. They get their first value after a scrape, or from a count that runs once per
 * minute.
 */
const countedLater = new Set([
  'spanhouse_query_dead_letter_rows',
  'spanhouse_spans_unaccounted',
  'spanhouse_ledger_uncompared_messages',
]);

describe('GET /metrics of a process that has served requests', () => {
  const spanhouse = runSpanhouse({ RATE_LIMIT_QUERY_PER_SECOND: '1000' });
  let declared: ReadonlyMap<string, DeclaredMetric>;
  let samples: readonly Sample[];

  beforeAll(async () => {
    declared = new Map((await declaredMetrics()).map((metric) => [metric.name, metric]));
    const { url } = spanhouse;
    await fetch(`${url}/tracing/spans/ingest`, { method: 'POST', body: '{' });
    await fetch(`${url}/no/such/route/${'a'.repeat(32)}`, { method: 'PROPFIND' });
    await fetch(`${url}/traces/${'a'.repeat(32)}`);
    const headers = consistentWith(await receiptsOfEveryPartition(url));
    expect((await postJson(`${url}/spans/query`, {}, headers)).status).toBe(200);
    samples = await scrape(url);
  });

  const metricOf = ({ name }: Sample) =>
    declared.get(name) ?? declared.get(name.replace(partsOfAHistogram, ''));

  it('exports only metrics that docs/metrics.md lists for it', () => {
    const unnamed = samples.filter((sample) => !metricOf(sample)?.services.includes('all-in-one'));

    expect(unnamed).toEqual([]);
  });

  it('exports every metric that docs/metrics.md lists for it and that always has a value', () => {
    const names = new Set(samples.map((sample) => metricOf(sample)?.name));
    const missing = [...declared.values()].filter(
      ({ name, labels, services }) =>
        services.includes('all-in-one') &&
        labels.length === 0 &&
        !kafkaMetrics.test(name) &&
        !countedLater.has(name) &&
        !names.has(name),
    );

    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has only label values that docs/metrics.md allows', () => {
    const open = samples.flatMap((sample) =>
      Object.entries(sample.labels).filter(([label, value]) => {
        const metric = metricOf(sample);
        return metric !== undefined && !isKnownValue(metric, label, value);
      }),
    );

    expect(open).toEqual([]);
  });

  it('shows the state of ClickHouse and of the disk, and the time until spans are stored', () => {
    const value = (name: string) => sumOf(samples, `spanhouse_${name}`);

    expect(value('clickhouse_state_up')).toBe(1);
    expect(value('clickhouse_rows')).toBeGreaterThan(0);
    expect(value('clickhouse_disk_free_bytes')).toBeGreaterThan(0);
    expect(value('data_directory_free_bytes')).toBeGreaterThan(0);
    expect(value('consumer_time_to_visible_seconds_count')).toBeGreaterThan(0);
    expect(value('dependency_up')).toBe(3);
    expect(value('ready')).toBe(1);
  });
});
