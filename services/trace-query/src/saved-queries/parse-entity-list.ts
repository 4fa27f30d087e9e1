import type { SavedQueryLevel } from '@spanhouse/catalog';
import { type HttpRequest, unprocessable, type ValidationDetail } from '@spanhouse/service-runtime';
import { parseJsonText } from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseUuid,
  parseWindowMembers,
  type Windowing,
} from '@spanhouse/span-schema';
import type { EntityFilter } from './list-entities.js';
import { toReference } from './parse-references.js';
import type { SentReference, Wanted } from './schemas.js';
import { toDetails } from './sent-details.js';

export interface ParsedEntityList {
  readonly filter: Omit<EntityFilter, 'project_id'>;
  readonly windowing: Windowing;
}

/** The members that the bodies of all lists have, whatever they are called there. */
export interface SentEntityList {
  readonly wanted: Wanted;
  readonly refs: {
    readonly [Level in SavedQueryLevel]?: readonly SentReference[] | null | undefined;
  };
  readonly include_archived?: boolean | null | undefined;
  readonly windowing?: JsonValue | undefined;
}

/** Throws the 422 of a window that is none. */
export function parseEntityList(
  sent: SentEntityList,
  query: QueryString = NO_QUERY,
): ParsedEntityList {
  const issues: ValidationDetail[] = [...query.issues];
  const nested = sent.windowing ?? {};
  if (!isJsonObject(nested)) issues.push({ ...NOT_AN_OBJECT, loc: ['body', 'windowing'] });
  const members = isJsonObject(nested) ? nested : {};
  const windowing = parseWindowMembers((name) => {
    const value = members[name] ?? undefined;
    return value === undefined ? query.window(name) : { value, loc: ['body', 'windowing', name] };
  });
  if (windowing.status === 'malformed') issues.push(...windowing.issues);
  if (windowing.status === 'malformed' || issues.length > 0) throw unprocessable(issues);
  return { filter: toFilter(sent, query), windowing: windowing.windowing };
}

function toFilter(
  { wanted, refs, include_archived }: SentEntityList,
  query: QueryString,
): ParsedEntityList['filter'] {
  const slugs = [...(wanted?.slugs ?? []), ...(wanted?.slug == null ? [] : [wanted.slug])];
  const sentRefs = Object.entries(refs).flatMap(([level, list]) =>
    list == null ? [] : [[level, list.map((ref) => toReference(ref) ?? {})] as const],
  );
  const { folder_id: _unasked, ...details } = { ...query.details, ...toDetails(wanted ?? {}) };
  return {
    refs: { ...(query.ref && { query: [query.ref] }), ...Object.fromEntries(sentRefs) },
    slugs: slugs.length === 0 ? undefined : slugs,
    details,
    includeArchived: include_archived ?? query.includeArchived ?? false,
  };
}

const NOT_AN_OBJECT = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
};

interface QueryString {
  readonly issues: readonly ValidationDetail[];
  readonly ref?: { readonly id?: string; readonly slug?: string } | undefined;
  readonly details: {
    readonly name?: string;
    readonly flags?: JsonObject;
    readonly tags?: JsonObject;
  };
  readonly includeArchived?: boolean | undefined;
  window(name: string): { readonly value: string; readonly loc: readonly string[] } | undefined;
}

const NO_QUERY: QueryString = { issues: [], details: {}, window: () => undefined };

/** What the query string of `/queries/query` may say; of a repeated key the last one counts. */
export function parseListQueryString(req: HttpRequest): QueryString {
  const issues: ValidationDetail[] = [];
  const read = (name: string): string | undefined => {
    const value = [req.query[name]].flat().at(-1);
    return typeof value === 'string' ? value : undefined;
  };
  const refuse = (name: string, msg: string): undefined => {
    issues.push({ type: 'value_error', loc: ['query', name], msg: `Value error, ${msg}` });
  };
  const parse = <Value>(name: string, to: (text: string) => Value | undefined, msg: string) => {
    const text = read(name);
    return text === undefined ? undefined : (to(text) ?? refuse(name, msg));
  };
  const id = parse('query_id', parseUuid, 'Input is not a valid UUID.');
  const slug = read('query_slug');
  const name = read('name');
  const flags = parse('flags', toObject, 'Input is not the JSON text of an object.');
  const tags = parse('tags', toObject, 'Input is not the JSON text of an object.');
  const hasRef = id !== undefined || slug !== undefined;
  return {
    issues,
    ref: hasRef
      ? { ...(id !== undefined && { id }), ...(slug !== undefined && { slug }) }
      : undefined,
    details: {
      ...(name !== undefined && { name }),
      ...(flags && { flags }),
      ...(tags && { tags }),
    },
    includeArchived: parse('include_archived', toBoolean, 'Input is not a boolean.'),
    window(member) {
      const value = read(member);
      return value === undefined ? undefined : { value, loc: ['query', member] };
    },
  };
}

function toObject(text: string): JsonObject | undefined {
  const parsed = parseJsonText(text);
  return parsed.status === 'parsed' && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function toBoolean(text: string): boolean | undefined {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : undefined;
}
