import { type HttpProblem, toHttpProblem } from '@spanhouse/api-kit';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';

/** Detail of a problem: a string, or one entry for each invalid argument. */
type Detail =
  | string
  | JsonObject
  | readonly { readonly loc: readonly JsonValue[]; readonly msg: string }[];

/**
 * Explains to a model why a call was refused or timed out: the mistake, the argument, and the `accepted` values.
 * Rethrows internal errors, which models do not see.
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
