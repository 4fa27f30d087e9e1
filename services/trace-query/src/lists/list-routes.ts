import type { Route } from '@spanhouse/api-kit';
import { mapStream } from '@spanhouse/service-runtime';
import type { Projection } from '@spanhouse/span-schema';
import { type ListShape, listAnswer } from '../http/list-answer.js';
import { projectedSpanList, projectedTraceList, summaryList } from '../http/list-shapes.js';
import { ProgressLines } from '../http/progress-lines.js';
import { type ReadContext, readRoute } from '../http/read-handler.js';
import { nothingFound } from '../http/send-json.js';
import type { ItemStream } from '../paging/list-request.js';
import { applySavedQuery } from '../requests/apply-saved-query.js';
import { parseQueryBody, type QueryBody } from '../requests/parse-query-body.js';
import type { ItemText } from '../span-json/assemble-trace.js';
import { unreadIn } from '../span-json/write-projected-span.js';
import {
  type ListReading,
  type ListServices,
  type OpenList,
  openSpans,
  openSummaries,
  openTraces,
} from './list-services.js';

/**
 * Creates the routes that list spans, whole traces with a matching span, and summaries of such traces; see
 * docs/api/spans-and-traces.md.
 */
export function listRoutes(services: ListServices): readonly Route[] {
  return [
    listRoute(services, { path: 'spans', shapeOf: projectedSpanList, open: openSpans }),
    listRoute(services, { path: 'traces', shapeOf: projectedTraceList, open: openTraces }),
    listRoute(services, {
      path: 'traces/summaries',
      shapeOf: () => summaryList,
      open: openSummaries,
    }),
  ];
}

/** A list that can be returned as one JSON object or as lines. */
interface ListRead<Item> {
  readonly path: 'spans' | 'traces' | 'traces/summaries';
  readonly shapeOf: (projection: Projection | undefined) => ListShape<Item>;
  readonly open: OpenList<Item>;
}

function listRoute<Item>(services: ListServices, { path, shapeOf, open }: ListRead<Item>): Route {
  const { savedQueries, clock } = services;
  const focus = path === 'spans' ? 'span' : 'trace'; // kind of saved query that the route accepts
  const hasSpans = path !== 'traces/summaries';
  const begin = async (
    sent: QueryBody,
    context: ReadContext,
    reading: Omit<ListReading, 'query'>,
  ): Promise<ItemStream<Item> | undefined> => {
    const { principal } = context;
    const query = await applySavedQuery(sent, focus, { savedQueries, principal });
    const unread = sent.projection && unreadIn(sent.projection);
    const limited = query && { ...query, ...(unread && { unread }) };
    return limited && (await open(services, { ...reading, query: limited }, context));
  };
  return readRoute<QueryBody>(services, `POST /${path}/query`, {
    kind: focus === 'span' ? 'spans' : 'traces',
    parse: (req, limitBytes) => parseQueryBody(req, { limitBytes, hasSpans }),
    async answer(query, context) {
      const items = await begin(query, context, { extent: 'page' });
      const shape = shapeOf(query.projection);
      return items === undefined ? nothingFound : listAnswer(items, shape, context.costs);
    },
    async stream(query, context) {
      const { costs, wantsProgress } = context;
      const start = endOf(query) ?? BigInt(clock.nowMs()) * 1_000_000n;
      const progress = new ProgressLines({ clock, costs, start });
      const reading = { extent: 'everything', onSearched: progress.report } as const;
      const lines = toLines(await begin(query, context, reading), shapeOf(query.projection));
      return wantsProgress ? progress.among(lines) : lines;
    },
  });
}

/** Returns the bound at which the list ends, or the other bound if this one is absent; undefined without any bound. */
function endOf({ windowing: { order, oldest, newest } }: QueryBody): bigint | undefined {
  return order === 'ascending' ? (newest ?? oldest) : (oldest ?? newest);
}

async function* toLines<Item>(
  items: ItemStream<Item> | undefined,
  { writeItem }: ListShape<Item>,
): ItemStream<ItemText> {
  return items && (yield* mapStream(items, (portion) => portion.map(writeItem)));
}
