import { type HttpRequest, unprocessable } from '@spanhouse/service-runtime';
import { parseWindowMembers } from '@spanhouse/span-schema';
import type { AttributeRange } from '@spanhouse/trace-store/reader';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Reads what both routes below /attributes take (API: 9.5). */
export function parseAttributeRange(req: HttpRequest): Omit<AttributeRange, 'project_id'> {
  const parsed = parseWindowMembers((name) => {
    const value = queryText(req, name);
    return value === undefined || name === 'next' ? undefined : { value, loc: ['query', name] };
  });
  if (parsed.status === 'malformed') throw unprocessable(parsed.issues);
  const { oldest, newest, limit } = parsed.windowing;
  return {
    ...{ oldest, newest },
    prefix: queryText(req, 'prefix') ?? '',
    limit: Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT),
  };
}

/** Of a repeated key the last one counts. */
export function queryText(req: HttpRequest, name: string): string | undefined {
  const value = [req.query[name]].flat().at(-1);
  return typeof value === 'string' ? value : undefined;
}
