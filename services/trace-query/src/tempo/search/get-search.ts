import { badRequest, HttpProblem, type HttpRequest, type Route } from '@spanhouse/api-kit';
import type { Stage } from '@spanhouse/traceql';
import { planPipeline } from '@spanhouse/traceql/evaluate';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { parseGoDuration } from '../../front-doors/parse-go-duration.js';
import type { ReadContext } from '../../http/read-handler.js';
import { RawJson } from '../../http/send-json.js';
import { hintsOfPipeline } from '../../traceql/hint-of-pipeline.js';
import {
  type FoundTrace,
  type SearchedStore,
  searchTraces,
  type TraceSearch,
} from '../../traceql/search-by-pipeline.js';
import { unreadParts } from '../../traceql/unread-parts.js';
import { TempoParameters } from '../parse-tempo-parameters.js';
import { parseTraceQl } from '../parse-traceql.js';
import { SearchEntries } from './search-entry.js';
import { planTags } from './search-tags.js';

/** Maximum total size of the entries in an answer. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;

/** Creates the route that searches for traces by a query or by tags. The answer contains the newest matches. */
export function getTempoSearch(services: BoundServices): Route {
  return services.read('GET /api/search', {
    kind: 'traces',
    parse: parseSearch,
    async answer(search, context) {
      const now = services.clock.nowNs();
      const store = { ...(await services.open(context)), now };
      const traces = await findTraces(search, store);
      return new RawJson(`{"traces":[${traces.join(',')}],"metrics":${metricsOf(context)}}`);
    },
  });
}

async function findTraces(search: TempoSearch, store: SearchedStore): Promise<readonly string[]> {
  const entries = new SearchEntries(search.plan.fields, search.maxSpans);
  let characters = 0;
  const { limit } = search;
  const found: readonly FoundTrace<string>[] = await searchTraces(
    search,
    store,
    async (matched, spans) => {
      const entry = await entries.write(matched, spans);
      characters += entry.length;
      if (characters > MAX_ANSWER_CHARACTERS) {
        const detail = `the answer is too large: lower limit, which is ${limit}, or spss, which is ${search.maxSpans}`;
        throw new HttpProblem(422, { detail });
      }
      return entry;
    },
  );
  return found.map(({ entry }) => entry);
}

/** Returns the cost of a search as JSON. */
function metricsOf({ costs }: ReadContext): string {
  const inspectedBytes = String(Math.trunc(costs.soFar.bytes));
  return JSON.stringify({ inspectedBytes, completedJobs: 1, totalJobs: 1 });
}

/** A search, and the number of spans to show per span set. */
interface TempoSearch extends TraceSearch {
  readonly maxSpans: number;
}

const DEFAULT_LIMIT = 20;
const DEFAULT_SPANS = 3;
const MAX_LIMIT = 10_000;
const everything: readonly Stage[] = [
  { kind: 'spans', spans: { kind: 'filter', condition: undefined } },
];

/** Parses the search parameters. Throws a 400 that names the mistake. */
function parseSearch(req: HttpRequest): TempoSearch {
  const parameters = new TempoParameters(req);
  const { oldest, newest } = parameters.range();
  const [minDuration, maxDuration] = ['minDuration', 'maxDuration'].map((name) =>
    parameters.parsed(name, parseGoDuration, 'a duration such as 1.5s or 300ms'),
  );
  return {
    ...planOf(parameters.text('q'), parameters.text('tags')),
    start: oldest,
    end: newest,
    minDuration,
    maxDuration,
    limit: parseLimit(parameters.count('limit')),
    maxSpans: parseMaxSpans(parameters.count('spss')),
  };
}

function planOf(
  query: string | undefined,
  tags: string | undefined,
): Pick<TraceSearch, 'plan' | 'hint' | 'traceHints' | 'unread'> {
  if (tags === undefined) {
    const pipeline = query === undefined ? everything : parsePipeline(query);
    const plan = planPipeline(pipeline);
    return { plan, ...hintsOfPipeline(pipeline), unread: unreadParts(plan.fields) };
  }
  if (query !== undefined) {
    throw badRequest('q and tags exclude each other');
  }
  return { ...planTags(tags), traceHints: [], unread: [] };
}

function parsePipeline(text: string): readonly Stage[] {
  const query = parseTraceQl(text);
  if (query.kind !== 'traces') {
    throw badRequest('metrics query on the search route, use /api/metrics/query_range');
  }
  return query.pipeline;
}

function parseLimit(limit = DEFAULT_LIMIT): number {
  if (limit === 0 || limit > MAX_LIMIT) {
    throw badRequest(`limit must be between 1 and ${MAX_LIMIT}`);
  }
  return limit;
}

function parseMaxSpans(spans = DEFAULT_SPANS): number {
  if (spans > MAX_LIMIT) {
    throw badRequest(`spss must be at most ${MAX_LIMIT}`);
  }
  return spans === 0 ? MAX_LIMIT : spans;
}
