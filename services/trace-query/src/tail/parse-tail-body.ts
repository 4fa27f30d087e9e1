import {
  badRequest,
  type HttpRequest,
  readJsonObject,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/api-kit';
import {
  checkFiltering,
  type FilterExpression,
  type Projection,
  parseFiltering,
  parseProjection,
} from '@spanhouse/span-schema';
import { tailRequestSchema } from '@spanhouse/span-schema/api';
import { issuesOf } from '../requests/parse-or-422.js';

/** A parsed body of `/spans/tail`. */
export interface TailBody {
  readonly filter: FilterExpression | undefined;
  readonly since: string | undefined;
  readonly maxPerSecond: number;
  readonly projection: Projection | undefined;
}

/** Reads the body of a tail. Throws the 422 that lists every problem of form, or the 400 of a meaningless filter. */
export async function parseTailBody(req: HttpRequest, limitBytes: number): Promise<TailBody> {
  const body = await readJsonObject(req, { limitBytes });
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const projected = parseProjection(body['projection'], ['body', 'projection']);
  const members = tailRequestSchema.safeParse(body);
  if (filtering.status === 'malformed' || projected.status === 'malformed' || !members.success) {
    throw unprocessable([
      ...issuesOf(filtering),
      ...issuesOf(projected),
      ...(members.success ? [] : toValidationDetails(members.error, body, ['body'])),
    ]);
  }
  const checked = checkFiltering(filtering.filtering);
  if (checked.status === 'invalid') {
    throw badRequest(checked.text);
  }
  const { since, max_per_second: maxPerSecond } = members.data;
  return {
    filter: checked.expression,
    since: since ?? undefined,
    maxPerSecond,
    projection: projected.projection,
  };
}
