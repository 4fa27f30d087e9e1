import type { HttpRequest } from '@spanhouse/service-runtime';
import type { WindowMember } from '@spanhouse/span-schema';
import { checkFlatMembers, type Formatting, readFlatMembers } from './flat-members.js';
import type { ListQuery } from './parse-query-body.js';

export interface FlatQuery extends ListQuery, Formatting {}

const WINDOW_KEYS: readonly WindowMember[] = [
  'oldest',
  'newest',
  'limit',
  'interval',
  'rate',
  'order',
  'next',
];

/** Reads `/tracing/spans/query`. */
export async function parseFlatQuery(req: HttpRequest, limitBytes: number): Promise<FlatQuery> {
  const members = await readFlatMembers(req, limitBytes, WINDOW_KEYS);
  return { ...checkFlatMembers(members), ...members.formatting };
}
