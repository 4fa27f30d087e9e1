import type { StoredSpan } from '@spanhouse/span-row';
import { earlier, later } from '../selection/time-ranges.js';
import {
  type ArrivedBlock,
  bucketOf,
  callBounds,
  type EdgeQuery,
  type KnownSeries,
  type LogRange,
  MAX_AGE_NS,
  MAX_NAME_CHARS,
  type MetricSum,
  type ProjectSum,
  REPEAT_NS,
  type SpanMetricsProgress,
  type SpanMetricsReader,
  type SpanMetricsStore,
} from '../span-metrics.js';
import {
  type CallSide,
  durationOf,
  isCall,
  isClient,
  sumsOfAlone,
  sumsOfPair,
  toCallSide,
} from './call-sides.js';
import { beginOfLog, compareRows, compareValues, type Row } from './select-rows.js';
import { toFilterableSpan } from './to-filterable-span.js';

type StoredRow = Row & { readonly projectId: string };

/** Stores all rows and rounds in lists. */
export class FakeSpanMetrics implements SpanMetricsStore, SpanMetricsReader {
  readonly #rows: StoredRow[] = [];
  readonly #rounds = new Map<
    number,
    { sums: readonly ProjectSum[]; progress: SpanMetricsProgress }
  >();
  /** While set, every call rejects with this error. */
  failure: Error | undefined;

  /** Stores a span at a position in the log. */
  store(row: StoredRow): void {
    this.#rows.push(row);
  }

  /** Number of stored rounds. */
  get rounds(): number {
    return this.#rounds.size;
  }

  async progress(): Promise<SpanMetricsProgress | undefined> {
    await this.#begin();
    return [...this.#rounds.values()].at(-1)?.progress;
  }

  async blocks(range: LogRange): Promise<readonly ArrivedBlock[]> {
    await this.#begin();
    const blocks = Map.groupBy(
      this.#inRange(range),
      ({ logPartition, logOffset }) => `${logPartition} ${logOffset}`,
    );
    return [...blocks.values()].flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              partition: first.logPartition,
              offset: first.logOffset,
              rows: 1 + others.length,
              receivedNs: [first, ...others].map(({ span }) => span.received_at).reduce(earlier),
              lastReceivedNs: [first, ...others].map(({ span }) => span.received_at).reduce(later),
            },
          ],
    );
  }

  async calls(range: LogRange): Promise<readonly ProjectSum[]> {
    await this.#begin();
    return addUpSums(this.#counted(range).map(toCall));
  }

  async edges({ range, among, waitNs, withNamespaces }: EdgeQuery): Promise<readonly ProjectSum[]> {
    await this.#begin();
    const sidesIn = (rows: LogRange) =>
      this.#counted(rows).flatMap(({ projectId, span }) => toCallSide(projectId, span) ?? []);
    const [counted, known] = [sidesIn(range), sidesIn(among)];
    const spans = new Set(counted.map(({ span }) => span));
    const earlierRows = this.#inRange({ from: undefined, to: range.to });
    const isReached = new Set(earlierRows.map(({ span }) => span));
    const pairs = pairsOf(known, waitNs);
    const paired = pairs
      .filter((pair) => pair.some(({ span }) => spans.has(span)))
      .filter((pair) => pair.every(({ span }) => isReached.has(span)))
      .flatMap(([client, server]) => sumsOfPair(client, server, withNamespaces));
    const met = new Set(pairs.flat().map(({ span }) => span));
    const alone = counted.filter(({ span }) => !met.has(span));
    return addUpSums([...paired, ...alone.flatMap((side) => sumsOfAlone(side, withNamespaces))]);
  }

  async series(projectIds: readonly string[]): Promise<readonly KnownSeries[]> {
    await this.#begin();
    return this.#sums.filter(({ project_id }) => projectIds.includes(project_id));
  }

  async add(sums: readonly ProjectSum[], progress: SpanMetricsProgress): Promise<void> {
    await this.#begin();
    if (!this.#rounds.has(progress.round)) {
      this.#rounds.set(progress.round, { sums, progress });
    }
  }

  async sums(projectId: string): Promise<readonly MetricSum[]> {
    await this.#begin();
    return addUpSums(this.#sums)
      .filter(({ project_id }) => project_id === projectId)
      .map(({ project_id: _, ...sum }) => sum);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  get #sums(): readonly ProjectSum[] {
    return [...this.#rounds.values()].flatMap(({ sums }) => sums);
  }

  #begin(): Promise<void> {
    return this.failure === undefined ? Promise.resolve() : Promise.reject(this.failure);
  }

  #counted(range: LogRange): readonly StoredRow[] {
    return this.#inRange(range).filter((row) => isCounted(row) && this.#isFirst(row));
  }

  #inRange({ from, to, receivedAfter }: LogRange): readonly StoredRow[] {
    return this.#rows
      .filter(
        ({ logPartition, logOffset, span }) =>
          logOffset < (to[logPartition] ?? beginOfLog(to)) &&
          (from === undefined || logOffset >= (from[logPartition] ?? beginOfLog(from))) &&
          (receivedAfter === undefined || span.received_at > receivedAfter),
      )
      .toSorted(compareRows);
  }

  #isFirst(row: StoredRow): boolean {
    const earlier = this.#rows
      .filter(
        ({ projectId, span }) =>
          projectId === row.projectId &&
          span.trace_id === row.span.trace_id &&
          span.span_id === row.span.span_id,
      )
      .toSorted(compareVersions);
    const before = earlier[earlier.indexOf(row) - 1];
    return before === undefined || row.span.received_at - before.span.received_at > REPEAT_NS;
  }
}

function compareVersions(left: Row, right: Row): number {
  return (
    compareValues(left.logOffset, right.logOffset) ||
    compareValues(left.span.received_at, right.span.received_at) ||
    compareValues(left.span.start_time, right.span.start_time)
  );
}

function isCounted({ span }: StoredRow): boolean {
  return serviceOf(span) !== '' && span.end_time >= span.received_at - MAX_AGE_NS;
}

function serviceOf(span: StoredSpan): string {
  return toFilterableSpan(span).service_name ?? '';
}

/** Returns the pairs of sides that belong to one call and arrived within `waitNs` of each other. */
function pairsOf(sides: readonly CallSide[], waitNs: bigint) {
  const servers = sides.filter((side) => !isClient(side));
  return sides.filter(isClient).flatMap((client) =>
    servers
      .filter((server) => {
        const apart = client.span.received_at - server.span.received_at;
        return isCall(client, server) && apart <= waitNs && -apart <= waitNs;
      })
      .map((server) => [client, server] as const),
  );
}

function toCall({ projectId, span }: StoredRow): ProjectSum {
  const durationNs = durationOf(span);
  const name = [...span.span_name].slice(0, MAX_NAME_CHARS).join('');
  return {
    project_id: projectId,
    metric: 'calls',
    labels: [serviceOf(span), name, span.span_kind, span.status_code],
    bucket: bucketOf(callBounds, durationNs),
    amount: 1n,
    totalNs: durationNs,
    totalBytes: BigInt(Buffer.byteLength(span.attributes)),
    exemplar: { trace_id: span.trace_id, durationNs, receivedNs: span.received_at },
  };
}

/** Adds up amounts with the same label set and bucket. The results are in the order of their keys. */
export function addUpSums(sums: readonly ProjectSum[]): readonly ProjectSum[] {
  const groups = Map.groupBy(sums, ({ project_id, metric, labels, bucket }) =>
    [project_id, metric, ...labels, String(bucket).padStart(2, '0')].join('\0'),
  );
  return [...groups]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([, group]) => group.reduce(addUp));
}

function addUp(left: ProjectSum, right: ProjectSum): ProjectSum {
  const isNewer = (right.exemplar?.receivedNs ?? 0n) > (left.exemplar?.receivedNs ?? 0n);
  return {
    ...left,
    amount: left.amount + right.amount,
    totalNs: left.totalNs + right.totalNs,
    totalBytes: left.totalBytes + right.totalBytes,
    exemplar: isNewer ? right.exemplar : left.exemplar,
  };
}
