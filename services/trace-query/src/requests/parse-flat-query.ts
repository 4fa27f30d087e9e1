import type { HttpRequest } from '@spanhouse/api-kit';
import type { ListQuery } from '../paging/list-request.js';
import { type Formatting, readFlatMembers } from './flat-members.js';
import { toListQuery } from './parse-query-body.js';

/** A parsed query of the older form. */
export interface FlatQuery extends ListQuery, Formatting {}

/** Reads the body and the query string of `/tracing/spans/query`. */
export async function parseFlatQuery(req: HttpRequest, limitBytes: number): Promise<FlatQuery> {
  const { filtering, windowing, issues, formatting } = await readFlatMembers(req, limitBytes);
  return { ...toListQuery(filtering, windowing, issues), ...formatting };
}
