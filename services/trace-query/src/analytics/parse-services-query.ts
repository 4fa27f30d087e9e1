import { type HttpRequest, readJsonObject } from '@spanhouse/api-kit';
import { toRatePercent } from '@spanhouse/span-schema';
import { serviceMapRequestSchema } from '@spanhouse/span-schema/api';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import type { MapKind } from './call-map.js';

/** A parsed request for a map. */
export interface ServicesQuery {
  readonly selection: Pick<SpanSelection, 'filter' | 'oldest' | 'newest' | 'ratePercent'>;
  readonly by: MapKind;
  readonly maxTraces: number;
}

/**
 * Reads a request for a map; see docs/api/analytics.md. Throws the 422 that lists every problem of
 * form, or the 400 of a meaningless filter.
 */
export async function parseServicesQuery(
  req: HttpRequest,
  { limitBytes }: { readonly limitBytes: number },
): Promise<ServicesQuery> {
  const body = await readJsonObject(req, { limitBytes });
  const { filter, windowing, members } = parseQueryMembers(body, serviceMapRequestSchema);
  const { oldest, newest, rate } = windowing;
  const ratePercent = rate === undefined ? undefined : toRatePercent(rate);
  return {
    selection: { filter, oldest, newest, ratePercent },
    by: members.by,
    maxTraces: members.max_traces,
  };
}
