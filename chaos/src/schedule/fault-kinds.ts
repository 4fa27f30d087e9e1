/** How Spanhouse is installed: `services` are the services of a cluster on a broker and a store that have no faults of their own. */
export type Form = 'embedded' | 'services' | 'cluster';

interface FaultKind {
  /** The row of this fault in tables. */
  readonly title: string;
  readonly forms: readonly Form[];
  /** The shortest and the longest time in milliseconds until the fault is undone. */
  readonly holdMs: readonly [number, number];
}

const embedded: readonly Form[] = ['embedded'];
const separate: readonly Form[] = ['services', 'cluster'];
const all: readonly Form[] = ['embedded', 'services', 'cluster'];
const cluster: readonly Form[] = ['cluster'];

/** Every fault that a schedule can draw. `inject-fault.ts` defines what each of them does. */
export const faultKinds = {
  'process-killed': kind('`kill -9` of the process', embedded, [0, 1500]),
  'process-stopped': kind('SIGTERM of the process', embedded, [0, 1500]),
  'process-frozen': kind('the process does not run (SIGSTOP)', embedded, [1000, 4000]),
  'process-killed-inserting': kind(
    '`kill -9` of the process while an insert hangs',
    embedded,
    [0, 1500],
  ),
  'gateway-killed': kind('`kill -9` of a gateway', separate, [0, 3000]),
  'gateway-stopped': kind('SIGTERM of a gateway', separate, [0, 3000]),
  'gateways-killed': kind('`kill -9` of all gateways', separate, [0, 2000]),
  'consumer-killed': kind('`kill -9` of a consumer', separate, [0, 3000]),
  'consumer-stopped': kind('SIGTERM of a consumer', separate, [0, 3000]),
  'consumer-frozen': kind('a consumer does not run (SIGSTOP)', separate, [1000, 9000]),
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
  'query-killed': kind('`kill -9` of the query service', separate, [0, 2000]),
  'query-stopped': kind('SIGTERM of the query service', separate, [0, 2000]),
  'clickhouse-killed': kind('`kill -9` of ClickHouse, of one shard in a cluster', all, [0, 3000]),
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
  'broker-killed': kind('`kill -9` of a broker that is not the leader', cluster, [0, 4000]),
  'leader-killed': kind('`kill -9` of the broker that leads', cluster, [0, 4000]),
  'broker-stopped': kind('SIGTERM of a broker', cluster, [0, 4000]),
  'broker-frozen': kind('a broker does not run (SIGSTOP)', cluster, [1000, 5000]),
  'two-brokers-killed': kind('`kill -9` of two of three brokers', cluster, [1000, 4000]),
  'gateway-kafka-cut': kind('network from gateways to brokers cut', cluster, [1000, 6000]),
  'gateway-kafka-slow': kind('network from gateways to brokers slow', cluster, [2000, 6000]),
  'gateway-kafka-half-open': kind(
    'network from gateways to brokers half open',
    cluster,
    [1000, 6000],
  ),
  'consumer-kafka-cut': kind('network from consumers to brokers cut', cluster, [1000, 6000]),
  'consumer-kafka-slow': kind('network from consumers to brokers slow', cluster, [2000, 6000]),
  'consumer-kafka-half-open': kind(
    'network from consumers to brokers half open',
    cluster,
    [1000, 6000],
  ),
  'consumer-clickhouse-cut': kind(
    'network from consumers to ClickHouse cut',
    separate,
    [1000, 6000],
  ),
  'consumer-clickhouse-slow': kind(
    'network from consumers to ClickHouse slow',
    separate,
    [2000, 6000],
  ),
  'consumer-clickhouse-half-open': kind(
    'network from consumers to ClickHouse half open',
    separate,
    [1000, 4000],
  ),
  'query-clickhouse-cut': kind(
    'network from the query service to ClickHouse cut',
    separate,
    [1000, 4000],
  ),
  'query-clickhouse-half-open': kind(
    'network from the query service to ClickHouse half open',
    separate,
    [1000, 4000],
  ),
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof faultKinds;

/** The faults of a form, always in the same order. */
export function faultsOf(form: Form): readonly FaultName[] {
  const names = Object.keys(faultKinds) as FaultName[];
  return names.filter((name) => faultKinds[name].forms.includes(form));
}

function kind(title: string, forms: readonly Form[], holdMs: readonly [number, number]): FaultKind {
  return { title, forms, holdMs };
}
