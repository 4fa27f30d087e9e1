import type { Route } from '@spanhouse/api-kit';
import { flatMapStream } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { type ListShape, listAnswer } from '../http/list-answer.js';
import { spanList, traceMap } from '../http/list-shapes.js';
import { readRoute } from '../http/read-handler.js';
import type { ItemStream } from '../paging/list-request.js';
import { type FlatQuery, parseFlatQuery } from '../requests/flat-members.js';
import { writeFlatTrace } from '../span-json/assemble-trace.js';
import { type ListServices, openSpans, openTraces } from './list-services.js';

const flatSpans: ListShape<StoredSpan> = { ...spanList, omitsEmptyList: true };
const flatTexts: ListShape<string> = { ...flatSpans, writeItem: (text) => text };

/**
 * Lists spans or traces in the older form: one route serves both, and its body has flat keys; see
 * docs/api/spans-and-traces.md.
 */
export function postTracingSpansQuery(services: ListServices): Route {
  return readRoute<FlatQuery>(services, 'POST /tracing/spans/query', {
    kind: 'flat',
    parse: parseFlatQuery,
    async answer(query, context) {
      const { costs } = context;
      if (query.focus === 'span') {
        return listAnswer(await openSpans(services, { query }, context), flatSpans, costs);
      }
      const traces = await openTraces(services, { query }, context);
      return query.format === 'agenta'
        ? listAnswer(traces, traceMap, costs)
        : listAnswer(flatten(traces), flatTexts, costs);
    },
  });
}

/** Yields the spans of whole traces one by one, as the answer to a query for traces in the format `opentelemetry`. */
function flatten(traces: ItemStream<WholeTrace>): ItemStream<string> {
  return flatMapStream(traces, async function* (portion) {
    for (const trace of portion) {
      yield* writeFlatTrace(trace);
    }
  });
}
