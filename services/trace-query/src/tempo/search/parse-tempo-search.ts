import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import type { Stage } from '@spanhouse/traceql';
import { planPipeline } from '@spanhouse/traceql/evaluate';
import { parseGoDuration } from '../../front-doors/parse-go-duration.js';
import { hintsOfPipeline } from '../../traceql/hint-of-pipeline.js';
import type { TraceSearch } from '../../traceql/search-by-pipeline.js';
import { unreadParts } from '../../traceql/unread-parts.js';
import { TempoParameters } from '../parse-tempo-parameters.js';
import { parseTraceQl } from '../parse-traceql.js';
import { planTags } from './search-tags.js';

/** A search, and the number of spans that its answer shows of each span set. */
export interface TempoSearch extends TraceSearch {
  readonly maxSpans: number;
}

const DEFAULT_LIMIT = 20;
const DEFAULT_SPANS = 3;
const MAX_LIMIT = 10_000;
const everything: readonly Stage[] = [
  { kind: 'spans', spans: { kind: 'filter', condition: undefined } },
];

/** Parses the parameters of a search. Throws a 400 that names the mistake. */
export function parseSearch(req: HttpRequest): TempoSearch {
  const parameters = new TempoParameters(req);
  const { oldest, newest } = parameters.range();
  const [minDuration, maxDuration] = ['minDuration', 'maxDuration'].map((name) =>
    parseDuration(name, parameters.text(name)),
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

function parseDuration(name: string, text: string | undefined): bigint | undefined {
  const duration = text === undefined ? undefined : parseGoDuration(text);
  if (text !== undefined && duration === undefined) {
    throw badRequest(`${name} must be a duration such as 1.5s or 300ms`);
  }
  return duration;
}
