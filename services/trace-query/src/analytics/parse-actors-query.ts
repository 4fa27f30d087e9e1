import { type HttpRequest, parseJsonRequest, unprocessable } from '@spanhouse/api-kit';
import {
  isJsonObject,
  type JsonValue,
  missingField,
  notA,
  parseFiltering,
  parseWindowing,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { z } from 'zod';
import type { ListQuery } from '../paging/list-request.js';
import { toListQuery } from '../requests/parse-query-body.js';

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
  const issues: ValidationDetail[] = [];
  const readFlag = (name: string) => {
    const value = body[name] ?? false;
    if (typeof value === 'boolean') {
      return value;
    }
    const input = typeof value === 'object' ? undefined : value;
    issues.push(toValidationDetail(notA('boolean'), ['body', name], input));
    return false;
  };
  const flags = { isLatest: readFlag('realtime'), withSummaries: readFlag('include_summary') };
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  return { ...flags, ...toListQuery(filtering, windowing, issues) };
}
