import type { HttpRequest } from '@spanhouse/service-runtime';
import type { JsonValue, WindowMember } from '@spanhouse/span-schema';
import type { MetricSpec } from '@spanhouse/trace-store/reader';
import { checkFlatMembers, type Formatting, readFlatMembers } from './flat-members.js';
import { parseMetricSpecs } from './parse-metric-specs.js';
import type { ListQuery } from './parse-query-body.js';

export interface AnalyticsQuery extends ListQuery {
  readonly formatting: Formatting;
  /** As it was sent, for the answer. */
  readonly filtering: JsonValue | undefined;
  readonly specs: readonly MetricSpec[];
}

const WINDOW_KEYS: readonly WindowMember[] = ['oldest', 'newest', 'interval', 'rate'];

/** Reads the analytics body and query string (API: 9.3). */
export async function parseAnalytics(
  req: HttpRequest,
  limitBytes: number,
): Promise<AnalyticsQuery> {
  const members = await readFlatMembers(req, limitBytes, WINDOW_KEYS);
  const specs = parseMetricSpecs(members.find('specs'), members.issues);
  return {
    ...checkFlatMembers(members),
    formatting: members.formatting,
    filtering: members.filter,
    specs,
  };
}
