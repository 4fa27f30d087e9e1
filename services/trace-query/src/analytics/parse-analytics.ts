import type { HttpRequest } from '@spanhouse/api-kit';
import type { JsonValue, WindowMember } from '@spanhouse/span-schema';
import type { MetricSpec } from '@spanhouse/trace-store/reader';
import type { ListQuery } from '../paging/list-request.js';
import { type Formatting, readFlatMembers } from '../requests/flat-members.js';
import { toListQuery } from '../requests/parse-query-body.js';
import { parseMetricSpecs } from './parse-metric-specs.js';

/** A parsed analytics query. */
export interface AnalyticsQuery extends ListQuery {
  readonly formatting: Formatting;
  /** The filter as it was sent; the answer repeats it. */
  readonly filtering: JsonValue | undefined;
  readonly specs: readonly MetricSpec[];
}

const windowKeys: readonly WindowMember[] = ['oldest', 'newest', 'interval', 'rate'];

/**
 * Reads an analytics query from the body and the query string; see docs/api/analytics.md. Throws
 * the 422 that lists every problem, or the 400 of a meaningless filter.
 */
export async function parseAnalytics(
  req: HttpRequest,
  limitBytes: number,
): Promise<AnalyticsQuery> {
  const members = await readFlatMembers(req, limitBytes, windowKeys);
  const specs = parseMetricSpecs(members.find('specs'), members.issues);
  return {
    ...toListQuery(members.filtering, members.windowing, members.issues),
    formatting: members.formatting,
    filtering: members.filter,
    specs,
  };
}
