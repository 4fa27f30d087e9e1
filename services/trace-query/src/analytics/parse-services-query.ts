import { type HttpRequest, readJsonObject, toValidationDetails } from '@spanhouse/api-kit';
import { parseFiltering, parseWindowing, toRatePercent } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { z } from 'zod';
import { toListQuery } from '../requests/parse-query-body.js';
import type { MapKind } from './call-map.js';

const DEFAULT_TRACES = 20_000;
const MAX_TRACES = 100_000;

const membersSchema = z.object({
  by: z.enum(['service', 'step']).nullish(),
  max_traces: z.int().min(1).max(MAX_TRACES).nullish(),
});

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
  const parsed = membersSchema.safeParse(body);
  const { filter, windowing } = toListQuery(
    parseFiltering(body['filtering'], ['body', 'filtering']),
    parseWindowing(body['windowing'], ['body', 'windowing']),
    parsed.success ? [] : toValidationDetails(parsed.error, body, ['body']),
  );
  const { oldest, newest, rate } = windowing;
  const ratePercent = rate === undefined ? undefined : toRatePercent(rate);
  return {
    selection: { filter, oldest, newest, ratePercent },
    by: parsed.data?.by ?? 'service',
    maxTraces: parsed.data?.max_traces ?? DEFAULT_TRACES,
  };
}
