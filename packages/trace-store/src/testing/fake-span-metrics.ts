import type { StoredSpan } from '@spanhouse/span-row';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { valueAtName, valueAtPath } from '@spanhouse/span-schema/testing';
import {
  type ArrivedBlock,
  type ArrivedRange,
  type ArrivedSpans,
  bucketOf,
  type CallHalf,
  callBounds,
  isAddress,
  type KnownSeries,
  type LogRange,
  MAX_AGE_NS,
  MAX_NAME_CHARS,
  type MetricSum,
  type ProjectSum,
  peerKeys,
  REPEAT_NS,
  type SpanMetricsProgress,
  type SpanMetricsReader,
  type SpanMetricsStore,
} from '../span-metrics.js';
import { earlier } from '../sql/time-ranges.js';
import { beginOfLog, compareRows, type Row } from './select-rows.js';
import { toFilterableSpan } from './to-filterable-span.js';

type StoredRow = Row & { readonly projectId: string };

/** Keeps every row and every round in a list. */
export class FakeSpanMetrics implements SpanMetricsStore, SpanMetricsReader {
  readonly #rows: StoredRow[] = [];
  readonly #rounds = new Map<
    number,
    { sums: readonly ProjectSum[]; progress: SpanMetricsProgress }
  >();
  /** Rejects every call while it is set. */
  failure: Error | undefined;

  /** Stores a span at a position of the log. */
  store(row: StoredRow): void {
    this.#rows.push(row);
  }

  /** The number of stored rounds. */
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
            },
          ],
    );
  }

  async arrived(range: ArrivedRange): Promise<ArrivedSpans> {
    await this.#begin();
    const rows = this.#inRange(range).filter((row) => isCounted(row) && this.#isFirst(row));
    const sides = rows.filter(({ span }) => kindOf(span) !== undefined);
    const halves = sides.map((row) => toHalf(row, range));
    return { calls: range.only === 'halves' ? [] : addUpAll(rows.map(toCall)), halves };
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
    return addUpAll(this.#sums)
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
  const keys = ({ logOffset, span }: Row) => [logOffset, span.received_at, span.start_time];
  const [ofLeft, ofRight] = [keys(left), keys(right)];
  const at = ofLeft.findIndex((key, index) => key !== ofRight[index]);
  return at < 0 ? 0 : Number((ofLeft[at] ?? 0n) > (ofRight[at] ?? 0n)) * 2 - 1;
}

function isCounted({ span }: StoredRow): boolean {
  return serviceOf(span) !== '' && span.end_time >= span.received_at - MAX_AGE_NS;
}

function serviceOf(span: StoredSpan): string {
  return toFilterableSpan(span).service_name ?? '';
}

function durationOf({ start_time, end_time }: StoredSpan): bigint {
  return end_time > start_time ? end_time - start_time : 0n;
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

const kinds = ['client', 'server', 'producer', 'consumer'] as const;

function kindOf({ span_kind }: StoredSpan): CallHalf['kind'] | undefined {
  return kinds.find((kind) => span_kind === `SPAN_KIND_${kind.toUpperCase()}`);
}

function toHalf({ projectId, span }: StoredRow, { withNamespaces }: ArrivedRange): CallHalf {
  const { attributes, resource } = toFilterableSpan(span);
  const namespace = valueAtName((resource?.attributes ?? {}) as JsonObject, 'service.namespace');
  const isServer = span.span_kind.endsWith('SERVER') || span.span_kind.endsWith('CONSUMER');
  const parent_id = span.parent_id ?? '';
  return {
    project_id: projectId,
    trace_id: span.trace_id,
    span_id: span.span_id,
    parent_id,
    kind: kindOf(span) ?? 'client',
    service: serviceOf(span),
    namespace: withNamespaces ? textOf(namespace) : '',
    isError: span.status_code === 'STATUS_CODE_ERROR',
    durationNs: durationOf(span),
    receivedNs: span.received_at,
    peers: isServer && parent_id !== '' ? [] : peersOf(attributes),
  };
}

function peersOf(attributes: JsonObject): readonly string[] {
  const texts = peerKeys.map((key) => [key, textOf(valueAtPath(attributes, key))] as const);
  const isDatabase = texts.some(([key, text]) => key.startsWith('db.') && text !== '');
  return texts.map(([key, text]) => (isAddress(key) && !isDatabase ? '' : text));
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** Adds up the sums of each label set and bucket, in the order of their keys. */
function addUpAll(sums: readonly ProjectSum[]): readonly ProjectSum[] {
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
