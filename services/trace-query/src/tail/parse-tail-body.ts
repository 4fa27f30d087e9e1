import { badRequest, type HttpRequest, readJsonObject, unprocessable } from '@spanhouse/api-kit';
import {
  checkFiltering,
  type FilterExpression,
  type JsonValue,
  notA,
  outOfRange,
  type Projection,
  parseFiltering,
  parseProjection,
  toValidationDetail,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import { issuesOf } from '../requests/parse-or-422.js';

const DEFAULT_PER_SECOND = 500;
const MAX_PER_SECOND = 10_000;

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
  const issues: ValidationDetail[] = [];
  const since = readSince(body['since'], issues);
  const maxPerSecond = readRate(body['max_per_second'], issues);
  if (filtering.status === 'malformed' || projected.status === 'malformed' || issues.length > 0) {
    throw unprocessable([...issuesOf(filtering), ...issuesOf(projected), ...issues]);
  }
  const checked = checkFiltering(filtering.filtering);
  if (checked.status === 'invalid') {
    throw badRequest(checked.text);
  }
  return { filter: checked.expression, since, maxPerSecond, projection: projected.projection };
}

function readSince(value: JsonValue | undefined, issues: ValidationDetail[]): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') {
    return value ?? undefined;
  }
  issues.push(toValidationDetail(notA('string'), ['body', 'since']));
  return undefined;
}

function readRate(value: JsonValue | undefined, issues: ValidationDetail[]): number {
  if (value === undefined || value === null) {
    return DEFAULT_PER_SECOND;
  }
  const loc = ['body', 'max_per_second'];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    issues.push(toValidationDetail(notA('integer'), loc));
  } else if (value < 1) {
    issues.push(toValidationDetail(outOfRange('min', 1), loc, value));
  } else if (value > MAX_PER_SECOND) {
    issues.push(toValidationDetail(outOfRange('max', MAX_PER_SECOND), loc, value));
  } else {
    return value;
  }
  return DEFAULT_PER_SECOND;
}
