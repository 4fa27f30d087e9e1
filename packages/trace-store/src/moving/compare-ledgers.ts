import type { Logger } from '@spanhouse/service-runtime';
import { toLogOffset } from '@spanhouse/span-row';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { jsonRows } from '../connection/run-statement.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import { inRange } from '../selection/log-range.js';
import { type CopyConnection, openCopyConnection } from './copy-connection.js';

/**
 * Number of days that are compared. Entries are kept for 90 days, but the two servers may drop the oldest entries at
 * different times.
 */
const COMPARED_DAYS = 80;

/** The numbers of messages and spans that a ledger contains for one project and minute. */
interface LedgerCount {
  readonly messages: number;
  readonly spans: number;
}

/** The first project and minute in which two ledgers differ. */
export interface LedgerDifference {
  readonly minute: string;
  readonly projectId: string;
  readonly source: LedgerCount;
  readonly target: LedgerCount;
}

/** Result of comparing two ledgers, and the number of spans in the source's ledger. */
export interface ComparedLedgers {
  readonly spans: number;
  readonly difference: LedgerDifference | undefined;
}

/**
 * Compares the messages in the ledgers of two stores by project and minute. Only messages before the given log
 * positions are compared. Two messages are equal if they have the same log position, receive time and number of spans.
 */
export async function compareLedgers(
  { source, target }: Readonly<Record<'source' | 'target', ClickHouseConfig>>,
  positions: readonly bigint[],
  options: { readonly logger: Logger },
): Promise<ComparedLedgers> {
  const stores = [
    openCopyConnection(source, options),
    openCopyConnection(target, options),
  ] as const;
  const read = (statement: Statement) =>
    Promise.all(stores.map((store) => readDigests(store, statement)));
  try {
    const [days, otherDays] = await read(selectDigests(positions, 'toStartOfDay', undefined));
    const day = firstDifference(days, otherDays);
    const spans = [...(days?.values() ?? [])].reduce((sum, digest) => sum + digest.spans, 0);
    if (day === undefined) {
      return { spans, difference: undefined };
    }
    const [minutes, otherMinutes] = await read(selectDigests(positions, 'toStartOfMinute', day));
    const minute = firstDifference(minutes, otherMinutes) ?? day;
    return {
      spans,
      difference: {
        minute: minute.time,
        projectId: minute.projectId,
        source: countOf(minutes?.get(keyOf(minute))),
        target: countOf(otherMinutes?.get(keyOf(minute))),
      },
    };
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

/** Converts offsets to log positions. The index of an offset is its partition. */
export function toPositions(generation: number, offsets: readonly number[]): readonly bigint[] {
  return offsets.map((offset) => toLogOffset(generation, offset));
}

interface Digest extends LedgerCount {
  readonly time: string;
  readonly projectId: string;
  /** Hash of all positions, receive times and numbers of spans. */
  readonly hash: string;
}

type Digests = ReadonlyMap<string, Digest>;

/** Selects the digests of a ledger by project and time. `within` limits them to one project and day. */
function selectDigests(
  positions: readonly bigint[],
  startOf: 'toStartOfDay' | 'toStartOfMinute',
  within: Pick<Digest, 'time' | 'projectId'> | undefined,
): Statement {
  const conditions = [
    inRange({ from: undefined, to: positions }),
    `received_at > now64(9) - toIntervalDay(${COMPARED_DAYS})`,
  ];
  if (within !== undefined) {
    conditions.push(`toString(toStartOfDay(received_at)) = ${bind('String', within.time)}`);
    conditions.push(`project_id = ${bind('String', within.projectId)}`);
  }
  return sql`
    SELECT toString(${startOf}(received_at)) AS time, toString(project_id) AS project, toString(count()), toString(sum(span_count)),
    toString(groupBitXor(cityHash64(log_partition, log_offset, received_at, span_count)))
    FROM message_ledger FINAL WHERE ${conditions.join(' AND ')}
    GROUP BY time, project ORDER BY time, project FORMAT JSONCompactEachRow
  `;
}

async function readDigests(store: CopyConnection, statement: Statement): Promise<Digests> {
  type Row = readonly [
    time: string,
    projectId: string,
    messages: string,
    spans: string,
    hash: string,
  ];
  const rows = jsonRows<Row>(await store.read(statement));
  const digests = rows.map(([time, projectId, messages, spans, hash]) => {
    const counts = { messages: Number(messages), spans: Number(spans) };
    return { time, projectId, hash, ...counts };
  });
  return new Map(digests.map((digest) => [keyOf(digest), digest]));
}

function keyOf({ time, projectId }: Pick<Digest, 'time' | 'projectId'>): string {
  return `${time} ${projectId}`;
}

/** Returns the first combination of time and project with different digests. */
function firstDifference(left: Digests = new Map(), right: Digests = new Map()) {
  const keys = [...new Set([...left.keys(), ...right.keys()])].toSorted();
  const different = keys.find((key) => {
    const [one, other] = [left.get(key), right.get(key)];
    return one?.hash !== other?.hash || one?.messages !== other?.messages;
  });
  return different === undefined ? undefined : (left.get(different) ?? right.get(different));
}

function countOf(digest: Digest | undefined): LedgerCount {
  return { messages: digest?.messages ?? 0, spans: digest?.spans ?? 0 };
}
