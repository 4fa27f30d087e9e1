/**
 * The kind of installation. `services` consists of the services of a cluster, with a broker and a store that faults do
 * not affect.
 */
export type Form = 'embedded' | 'services' | 'cluster';

interface FaultKind {
  /** The title of the fault in tables. */
  readonly title: string;
  readonly forms: readonly Form[];
  /** The minimum and the maximum time in milliseconds until the fault is undone. */
  readonly holdMs: readonly [number, number];
  /** The fault fills this disk. The system has to start with this disk at a fixed size. */
  readonly disk?: DiskName;
  /** True if the fault can make the receive times of two gateways contradict the order of requests. */
  readonly disordersVersions?: boolean;
}

/** The disks that faults can fill, named after their content. */
export type DiskName = 'log' | 'clickhouse';

const embedded: readonly Form[] = ['embedded'];
const separate: readonly Form[] = ['services', 'cluster'];
const all: readonly Form[] = ['embedded', 'services', 'cluster'];
const cluster: readonly Form[] = ['cluster'];

/** Every fault that a schedule can contain. `inject-fault.ts` defines the effect of each fault. */
export const faultKinds = {
  'process-killed': kind('`kill -9` of the process', embedded, [0, 1500]),
  'process-stopped': kind('SIGTERM of the process', embedded, [0, 1500]),
  'process-frozen': kind('the process is paused (SIGSTOP)', embedded, [1000, 4000]),
  'process-killed-inserting': kind(
    '`kill -9` of the process while an insert hangs',
    embedded,
    [0, 1500],
  ),
  'process-clock-ahead': kind('the clock of the process is an hour ahead', embedded, [500, 2000]),
  'process-clock-back': kind('the clock of the process is an hour behind', embedded, [500, 2000]),
  'gateway-killed': kind('`kill -9` of a gateway', separate, [0, 3000]),
  'gateway-stopped': kind('SIGTERM of a gateway', separate, [0, 3000]),
  'gateways-killed': kind('`kill -9` of all gateways', separate, [0, 2000]),
  'gateway-clock-ahead': {
    ...kind('the clock of a gateway is an hour ahead', separate, [500, 2000]),
    disordersVersions: true,
  },
  'gateway-clock-back': {
    ...kind('the clock of a gateway is an hour behind', separate, [500, 2000]),
    disordersVersions: true,
  },
  'consumer-killed': kind('`kill -9` of a consumer', separate, [0, 3000]),
  'consumer-stopped': kind('SIGTERM of a consumer', separate, [0, 3000]),
  'consumer-frozen': kind('a consumer is paused (SIGSTOP)', separate, [1000, 9000]),
  'consumers-killed': kind('`kill -9` of all consumers', separate, [0, 2000]),
  'consumers-killed-inserting': kind(
    '`kill -9` of all consumers while an insert hangs',
    separate,
    [0, 2000],
  ),
  'consumers-killed-uncommitted': kind(
    '`kill -9` of all consumers that cannot commit',
    cluster,
    [0, 2000],
  ),
  'consumer-joined': kind('a consumer joins and leaves', separate, [2000, 5000]),
  'consumer-clock-ahead': kind('the clock of a consumer is an hour ahead', separate, [500, 2000]),
  'consumer-clock-back': kind('the clock of a consumer is an hour behind', separate, [500, 2000]),
  'query-killed': kind('`kill -9` of the query service', separate, [0, 2000]),
  'query-stopped': kind('SIGTERM of the query service', separate, [0, 2000]),
  'query-clock-ahead': kind(
    'the clock of the query service is an hour ahead',
    separate,
    [500, 2000],
  ),
  'query-clock-back': kind(
    'the clock of the query service is an hour behind',
    separate,
    [500, 2000],
  ),
  'clickhouse-killed': kind('`kill -9` of ClickHouse (one shard in a cluster)', all, [0, 3000]),
  'clickhouse-stopped': kind('SIGTERM of ClickHouse (one shard in a cluster)', all, [0, 3000]),
  'clickhouse-frozen': kind(
    'ClickHouse accepts connections and does not answer',
    all,
    [1000, 5000],
  ),
  'clickhouse-too-many-parts': kind(
    'ClickHouse refuses inserts: too many parts',
    all,
    [1000, 5000],
  ),
  'clickhouse-read-only': kind('ClickHouse refuses inserts: read-only', all, [1000, 5000]),
  'clickhouse-out-of-memory': kind('ClickHouse is at its memory limit', all, [1000, 5000]),
  'clickhouse-disk-full': {
    ...kind('the disk of ClickHouse is full', embedded, [1000, 4000]),
    disk: 'clickhouse',
  },
  'log-disk-full': { ...kind('the disk of the log is full', embedded, [1000, 4000]), disk: 'log' },
  'poison-row': kind('a row that ClickHouse refuses is in the log', all, [0, 500]),
  'garbage-message': kind('an unreadable message is in the log', all, [0, 1000]),
  'newer-row-version': kind('a row of a newer version is in the log', all, [0, 1000]),
  'topic-recreated': kind('the topic is recreated after it was drained', cluster, [0, 500]),
  'partition-added': kind('the topic gets another partition', separate, [0, 500]),
  'broker-killed': kind('`kill -9` of a following broker', cluster, [0, 4000]),
  'leader-killed': kind('`kill -9` of the leading broker', cluster, [0, 4000]),
  'broker-stopped': kind('SIGTERM of a following broker', cluster, [0, 4000]),
  'leader-stopped': kind('SIGTERM of the leading broker', cluster, [0, 4000]),
  'broker-frozen': kind('a broker is paused (SIGSTOP)', cluster, [1000, 5000]),
  'two-brokers-killed': kind('`kill -9` of two of three brokers', cluster, [1000, 4000]),
  'two-brokers-stopped': kind('SIGTERM of two of three brokers', cluster, [1000, 4000]),
  'gateway-kafka-cut': kind('the network from gateways to brokers is cut', cluster, [1000, 6000]),
  'gateway-kafka-slow': kind('the network from gateways to brokers is slow', cluster, [1000, 4000]),
  'gateway-kafka-half-open': kind(
    'the network from gateways to brokers is half open',
    cluster,
    [1000, 6000],
  ),
  'consumer-kafka-cut': kind('the network from consumers to brokers is cut', cluster, [1000, 6000]),
  'consumer-kafka-slow': kind(
    'the network from consumers to brokers is slow',
    cluster,
    [1000, 4000],
  ),
  'consumer-kafka-half-open': kind(
    'the network from consumers to brokers is half open',
    cluster,
    [1000, 6000],
  ),
  'query-kafka-cut': kind(
    'the network from the query service to brokers is cut',
    cluster,
    [1000, 4000],
  ),
  'query-kafka-slow': kind(
    'the network from the query service to brokers is slow',
    cluster,
    [1000, 4000],
  ),
  'query-kafka-half-open': kind(
    'the network from the query service to brokers is half open',
    cluster,
    [1000, 4000],
  ),
  'kafka-kafka-cut': kind('the network between brokers is cut', cluster, [1000, 4000]),
  'kafka-kafka-slow': kind('the network between brokers is slow', cluster, [1000, 4000]),
  'kafka-kafka-half-open': kind('the network between brokers is half open', cluster, [1000, 4000]),
  'consumer-clickhouse-cut': kind(
    'the network from consumers to ClickHouse is cut',
    separate,
    [1000, 6000],
  ),
  'consumer-clickhouse-slow': kind(
    'the network from consumers to ClickHouse is slow',
    separate,
    [2000, 6000],
  ),
  'consumer-clickhouse-half-open': kind(
    'the network from consumers to ClickHouse is half open',
    separate,
    [1000, 4000],
  ),
  'query-clickhouse-cut': kind(
    'the network from the query service to ClickHouse is cut',
    separate,
    [1000, 4000],
  ),
  'query-clickhouse-slow': kind(
    'the network from the query service to ClickHouse is slow',
    separate,
    [1000, 4000],
  ),
  'query-clickhouse-half-open': kind(
    'the network from the query service to ClickHouse is half open',
    separate,
    [1000, 4000],
  ),
  'clickhouse-clickhouse-cut': kind('the network between shards is cut', cluster, [1000, 4000]),
  'clickhouse-clickhouse-slow': kind('the network between shards is slow', cluster, [1000, 4000]),
  'clickhouse-clickhouse-half-open': kind(
    'the network between shards is half open',
    cluster,
    [1000, 4000],
  ),
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof faultKinds;

/** Returns the properties of a fault. */
export function kindOf(name: FaultName): FaultKind {
  return faultKinds[name];
}

/**
 * Faults whose recovery takes about ten seconds, because it waits for a session to expire, a request to time out, or a
 * broker to start.
 */
const slow: ReadonlySet<FaultName> = new Set([
  'consumer-killed',
  'consumers-killed',
  'consumers-killed-inserting',
  'consumers-killed-uncommitted',
  'newer-row-version',
  'broker-killed',
  'leader-killed',
  'broker-stopped',
  'leader-stopped',
  'two-brokers-killed',
  'two-brokers-stopped',
  'kafka-kafka-half-open',
  'consumer-clickhouse-half-open',
  'clickhouse-clickhouse-half-open',
]);

export function recoversSlowly(name: FaultName): boolean {
  return slow.has(name);
}

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultKinds, name);
}

/** Returns the faults that are possible in a form, always in the same order. */
export function faultsOf(form: Form): readonly FaultName[] {
  const names = Object.keys(faultKinds) as FaultName[];
  return names.filter((name) => faultKinds[name].forms.includes(form));
}

function kind(title: string, forms: readonly Form[], holdMs: readonly [number, number]): FaultKind {
  return { title, forms, holdMs };
}
