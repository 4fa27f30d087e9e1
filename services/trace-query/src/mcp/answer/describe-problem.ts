import { type HttpProblem, toHttpProblem } from '@spanhouse/api-kit';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';

/** A text is all that is said; else each entry is about one argument. */
type Detail =
  | string
  | JsonObject
  | readonly { readonly loc: readonly JsonValue[]; readonly msg: string }[];

/**
 * Returns what a model is told about a call that was refused or that ran out of time: what is wrong, with which
 * argument, and what is `accepted`. Throws a fault of this system, of which a model learns nothing.
 */
export function describeProblem(error: unknown, accepted: JsonObject): string {
  const problem = toHttpProblem(error);
  if (problem.status === 500) {
    throw error;
  }
  const isRefusal = problem.status === 400 || problem.status === 422;
  return stringifyJson({ errors: errorsOf(problem), ...(isRefusal && { accepted }) });
}

function errorsOf({ body, loc: at }: HttpProblem): JsonValue[] {
  const detail = body['detail'] as Detail;
  if (typeof detail === 'string') {
    return [{ ...(at !== undefined && { argument: at.join('.') }), problem: detail }];
  }
  if (isJsonObject(detail as JsonValue)) {
    return [{ problem: (detail as JsonObject)['message'] ?? '' }];
  }
  return (detail as Exclude<Detail, string | JsonObject>).map(({ loc, msg }) => ({
    argument: loc.filter((part) => part !== 'body').join('.'),
    problem: msg,
  }));
}
