import type { HttpHandler, HttpRequest } from '@spanhouse/service-runtime';
import type { ReadKind } from '../metrics.js';
import type { ItemText } from '../query/assemble-trace.js';
import type { ItemStream, ListOptions, ListRequest, OpenedList } from '../query/list-request.js';
import { applySavedQuery } from '../saved-queries/apply-saved-query.js';
import type { QueryBody } from './parse-query-body.js';
import { openedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler, type ReadContext } from './read-handler.js';
import { type ListShape, writeList } from './write-answer.js';

/** A route that answers a list, as one JSON object or line by line. */
export interface ListRead<Item> {
  readonly kind: ReadKind;
  /** Of the saved queries it runs. */
  readonly focus: 'span' | 'trace';
  readonly shape: ListShape<Item>;
  parse(req: HttpRequest): Promise<QueryBody>;
  open(request: ListRequest, context: ReadContext, options: ListOptions): Promise<OpenedList<Item>>;
}

export function createListHandler<Item>(
  services: QueryServices,
  { kind, focus, shape, parse, open }: ListRead<Item>,
): HttpHandler {
  const begin = async (
    sent: QueryBody,
    context: ReadContext,
    extent: ListOptions['extent'],
  ): Promise<ItemStream<Item> | undefined> => {
    const { savedQueries } = services;
    const { principal, signal } = context;
    const query = await applySavedQuery(sent, focus, { savedQueries, principal });
    if (query === undefined) return undefined;
    return openedOr400(await open(toListRequest(query, context), context, { signal, extent }));
  };
  return createReadHandler<QueryBody>(services, {
    kind,
    parse,
    async answer(query, context) {
      const items = await begin(query, context, 'page');
      return items === undefined ? ['{"count":0}'] : writeList(items, shape, context.costs);
    },
    stream: async (query, context) => toLines(await begin(query, context, 'everything'), shape),
  });
}

async function* toLines<Item>(
  items: ItemStream<Item> | undefined,
  { writeItem }: ListShape<Item>,
): AsyncGenerator<readonly ItemText[]> {
  if (items === undefined) return;
  for await (const portion of items) yield portion.map(writeItem);
}
