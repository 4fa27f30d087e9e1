import {
  type CanonicalSpan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseSpanId,
  stringifyJson,
} from '@spanhouse/span-schema';
import fc from 'fast-check';
import { readTraceList } from '../request/read-trace-list.js';
import { anyFaultySpan } from '../testing/any-faulty-span.js';
import { anySentSpan } from '../testing/any-sent-span.js';
import {
  canonicalSpans,
  dropCodesIn,
  ingest,
  intakeContext,
  parseBodyText,
} from '../testing/read-body.js';
import type { IngestOutcome } from './accept-spans.js';

/** A submitted span or an invalid entry, with the expected drop code. */
interface Entry {
  span: JsonValue;
  code?: string;
}

function anyGoodEntry(): fc.Arbitrary<Entry> {
  return anySentSpan().map((span) => ({ span: { span_name: 'n', ...span } }));
}

function anyEntry(): fc.Arbitrary<Entry> {
  return fc.oneof(
    { weight: 3, arbitrary: anyGoodEntry() },
    { weight: 2, arbitrary: anyFaultySpan() },
  );
}

function spansOf(outcome: IngestOutcome): readonly CanonicalSpan[] {
  return outcome.status === 'accepted' ? outcome.spans : [];
}

function keyOf(span: JsonValue | CanonicalSpan): string {
  const { trace_id: traceId, span_id: spanId } = span as JsonObject;
  return `${traceId} ${spanId}`;
}

function sorted<Item>(items: readonly Item[], toKey: (item: Item) => string): Item[] {
  return [...items].sort((left, right) => (toKey(left) < toKey(right) ? -1 : 1));
}

/** Entries, and the position of each entry's parent. An entry that is not an object has no children. */
interface Forest {
  entries: readonly Entry[];
  parents: readonly (number | undefined)[];
}

function anyForest(): fc.Arbitrary<Forest> {
  const entries = fc.uniqueArray(anyEntry(), {
    selector: ({ span }) => (isJsonObject(span) ? keyOf(span) : stringifyJson(span)),
    maxLength: 7,
  });
  return fc
    .tuple(entries, fc.array(fc.nat(7), { minLength: 7, maxLength: 7 }))
    .map(([list, choices]) => ({
      entries: list,
      parents: list.map((_, position) => {
        const parent = (choices[position] ?? 0) % (position + 1);
        return parent < position && isJsonObject(list[parent]?.span) ? parent : undefined;
      }),
    }));
}

function toNested({ entries, parents }: Forest): JsonObject {
  const below = (parent: number | undefined): JsonObject => {
    const nodes = entries.flatMap(({ span }, position) => {
      if (parents[position] !== parent) {
        return [];
      }
      return [isJsonObject(span) ? { ...span, spans: below(position) } : span];
    });
    return nodes.length === 0 ? {} : { node: nodes };
  };
  return { traces: { any: { spans: below(undefined) } } };
}

/** Converts the nested spans to a list in which each span has its parent's id. */
function toFlat({ entries, parents }: Forest): JsonObject {
  const enclosingId = (position: number): string | undefined => {
    const parent = parents[position];
    const above = parent === undefined ? undefined : entries[parent]?.span;
    return parent === undefined
      ? undefined
      : ((isJsonObject(above) ? parseSpanId(above['span_id']) : undefined) ?? enclosingId(parent));
  };
  const spans = entries.map(({ span }, position) => {
    const inherited = enclosingId(position);
    const isInheriting = isJsonObject(span) && /^0*$/.test(String(span['parent_id'] ?? ''));
    return isInheriting && inherited !== undefined ? { ...span, parent_id: inherited } : span;
  });
  return { spans };
}

describe('intake', () => {
  it('stores and drops the same spans in the nested and the flat form', () => {
    fc.assert(
      fc.property(anyForest(), (forest) => {
        const nested = ingest(structuredClone(toNested(forest)));
        const flat = ingest(structuredClone(toFlat(forest)));

        expect(nested.status).toBe(flat.status);
        expect(sorted(spansOf(nested), keyOf)).toEqual(sorted(spansOf(flat), keyOf));
        expect(dropCodesIn(nested).sort()).toEqual(dropCodesIn(flat).sort());
      }),
      { numRuns: 200 },
    );
  });

  it('accounts for every span: sent = links + dropped, where equal ids count once', () => {
    const read = (form: number, entries: readonly Entry[]): IngestOutcome => {
      const spans = structuredClone(entries.map((entry) => entry.span));
      if (form === 0) {
        return ingest({ spans });
      }
      const trace = { trace_id: 'c'.repeat(32), spans: { node: spans } };
      return form === 1
        ? ingest({ traces: { any: trace } })
        : readTraceList({ traces: [trace] }, intakeContext);
    };
    const isTimeOptional = (form: number, { span }: Entry): boolean =>
      form === 2 && isJsonObject(span) && [span['start_time'], span['end_time']].includes(null);

    fc.assert(
      fc.property(fc.nat(2), fc.array(anyEntry(), { maxLength: 8 }), (form, entries) => {
        const isBad = (entry: Entry) => entry.code !== undefined && !isTimeOptional(form, entry);
        const bad = entries.filter(isBad);
        const distinct = new Set(
          entries.filter((entry) => !isBad(entry)).map((entry) => keyOf(entry.span)),
        );

        const outcome = read(form, entries);

        expect(spansOf(outcome)).toHaveLength(distinct.size);
        expect(dropCodesIn(outcome)).toEqual(bad.map((entry) => entry.code));
      }),
      { numRuns: 200 },
    );
  });

  it('does not affect the neighbours of an invalid span', () => {
    const neighbours = fc.array(anyGoodEntry(), { minLength: 1, maxLength: 5 });

    fc.assert(
      fc.property(neighbours, anyFaultySpan(), fc.nat(5), (good, bad, at) => {
        const spans = good.map((entry) => entry.span);

        const alone = ingest(structuredClone({ spans }));
        const mixed = ingest(structuredClone({ spans: spans.toSpliced(at, 0, bad.span) }));

        expect(spansOf(mixed)).toEqual(spansOf(alone));
        expect(dropCodesIn(mixed)).toEqual([bad.code]);
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on the formatting of a body', () => {
    fc.assert(
      fc.property(fc.array(anyGoodEntry(), { maxLength: 3 }), (entries) => {
        const body = { spans: entries.map((entry) => entry.span) };

        expect(canonicalSpans(parseBodyText(stringifyJson(body)))).toEqual(
          canonicalSpans(structuredClone(body)),
        );
      }),
    );
  });
});
