import { type HttpRequest, parseJsonRequest, unprocessable } from '@spanhouse/api-kit';
import {
  isJsonObject,
  type JsonValue,
  missingField,
  notA,
  toValidationDetail,
} from '@spanhouse/span-schema';
import { actorsRequestSchema } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { ListQuery } from '../paging/list-request.js';
import { parseQueryMembers } from '../requests/parse-query-body.js';

/** A parsed query of sessions or users. */
export interface ActorsQuery extends ListQuery {
  readonly isLatest: boolean;
  readonly withSummaries: boolean;
}

/**
 * Reads the body of a query of sessions or users, which is required but may be an empty object; see
 * docs/api/analytics.md. Throws the 422 that lists every problem of form, or the 400 of a meaningless filter.
 */
export async function parseActorsQuery(req: HttpRequest, limitBytes: number): Promise<ActorsQuery> {
  const schema = z.custom<JsonValue | undefined>();
  const body = await parseJsonRequest(req, { schema, limitBytes });
  if (body === undefined || body === null) {
    throw unprocessable([toValidationDetail(missingField, ['body'], null)]);
  }
  if (!isJsonObject(body)) {
    throw unprocessable([toValidationDetail(notA('object'), ['body'])]);
  }
  const { members, ...query } = parseQueryMembers(body, actorsRequestSchema);
  return { ...query, isLatest: members.realtime, withSummaries: members.include_summary };
}
