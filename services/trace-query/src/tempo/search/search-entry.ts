import type { StoredSpan } from '@spanhouse/span-row';
import { type Field, printField } from '@spanhouse/traceql';
import {
  compileValue,
  type FoundSpanSet,
  type PlacedSpan,
  type Value,
} from '@spanhouse/traceql/evaluate';
import { type MatchedTrace, readSpans, rootServiceOf } from '../../traceql/evaluate-trace.js';
import type { QueriedSpans } from '../../traceql/queried-span.js';
import { showValue } from '../show-value.js';

const NS_PER_MS = 1_000_000n;
const noRoot = '<root span not yet received>';
/** Fields that an entry does not list, because they are members of every entry or are never shown. */
const unshown = new Set([
  'name',
  'duration',
  'span:id',
  'span:parentID',
  'trace:id',
  'rootName',
  'rootServiceName',
  'traceDuration',
]);

/** A field that an entry shows, and the function that reads its value. */
interface ShownField {
  readonly key: string;
  readonly read: (placed: PlacedSpan) => Value | undefined;
}

/** Serializes one entry for each trace that a search has found. */
export class SearchEntries {
  readonly #fields: readonly ShownField[];
  /** Maximum number of spans to show per span set. */
  readonly #maxSpans: number;

  constructor(fields: readonly Field[], maxSpans: number) {
    this.#fields = fields.filter(isShown).map(toShownField);
    this.#maxSpans = maxSpans;
  }

  /** Serializes an entry as JSON. Members are in Tempo's order, and members with default values are left out. */
  async write({ trace, shape, spanSets }: MatchedTrace, spans: QueriedSpans): Promise<string> {
    const rootService = await rootServiceOf(trace, shape, spans);
    const root = shape.root === undefined ? undefined : shape.spans[shape.root];
    const sets = [];
    for (const set of spanSets) {
      const positions = set.positions.slice(0, this.#maxSpans);
      const stored = await readSpans(trace, positions);
      const shown = stored.map((span, index) => {
        const context = { position: positions[index] ?? 0, shape, rootService };
        return this.#showSpan({ ...context, span: spans.show(span) });
      });
      sets.push(toSpanSet(set, shown));
    }
    return JSON.stringify({
      traceID: trace.trace_id,
      ...ifSet('rootServiceName', rootService),
      ...ifSet('rootTraceName', root === undefined ? noRoot : root.span_name),
      ...ifSet('startTimeUnixNano', shape.from === 0n ? '' : String(shape.from)),
      ...(shape.duration < NS_PER_MS ? {} : { durationMs: Number(shape.duration / NS_PER_MS) }),
      ...(sets.length === 1 ? { spanSet: sets[0] } : {}),
      spanSets: sets,
      serviceStats: await countServices({ trace, spans }),
    });
  }

  #showSpan(placed: PlacedSpan) {
    const { span } = placed;
    const duration = span.end_time > span.start_time ? span.end_time - span.start_time : 0n;
    const attributes = this.#fields.flatMap(({ key, read }) => {
      const value = read(placed);
      return value === undefined ? [] : [{ key, value: showValue(value) }];
    });
    return {
      spanID: span.span_id,
      name: span.span_name,
      ...ifSet('startTimeUnixNano', span.start_time === 0n ? '' : String(span.start_time)),
      ...ifSet('durationNanos', duration === 0n ? '' : String(duration)),
      ...(attributes.length === 0 ? {} : { attributes }),
    };
  }
}

function toSpanSet({ positions, attributes }: FoundSpanSet, spans: readonly object[]) {
  const shown = attributes.map(({ key, value }) => ({
    key,
    value: value === undefined ? { stringValue: 'nil' } : showValue(value),
  }));
  return {
    spans,
    matched: positions.length,
    ...(shown.length === 0 ? {} : { attributes: shown }),
  };
}

interface ServiceStats {
  spanCount: number;
  errorCount?: number;
}

/** Counts each service's spans and failed spans. Spans without a service are not counted. */
async function countServices({
  trace,
  spans,
}: Pick<MatchedTrace, 'trace'> & { readonly spans: QueriedSpans }): Promise<object> {
  const counts = new Map<string, ServiceStats>();
  for await (const portion of trace.read([...trace.nodes.keys()])) {
    for (const span of portion) {
      const service = spans.serviceOf(span);
      if (service !== '') {
        const known = counts.get(service) ?? { spanCount: 0 };
        counts.set(service, addSpan(known, span));
      }
    }
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addSpan({ spanCount, errorCount = 0 }: ServiceStats, span: StoredSpan): ServiceStats {
  const errors = errorCount + Number(span.status_code === 'STATUS_CODE_ERROR');
  return { spanCount: spanCount + 1, ...(errors > 0 ? { errorCount: errors } : {}) };
}

function isShown(field: Field): boolean {
  return field.kind === 'attribute' || !unshown.has(field.name);
}

/**
 * Returns a field's name in entries and the function that reads the field. The name of an attribute does not include
 * its scope.
 */
function toShownField(field: Field): ShownField {
  const key = field.kind === 'attribute' ? field.name : printField(field);
  return { key, read: compileValue({ kind: 'field', field }) };
}

/** Returns an object with one member, or without members if the string is empty. */
function ifSet(name: string, text: string): Readonly<Record<string, string>> {
  return text === '' ? {} : { [name]: text };
}
