import type { HttpRequest } from '@spanhouse/api-kit';
import type { SavedQueryLevel } from '@spanhouse/catalog';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notA,
  parseJsonText,
  parseUuid,
  parseWindowMembers,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import type { WantedEntities } from '@spanhouse/span-schema/api';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { type SentReference, toReference } from '../requests/parse-references.js';
import { locatedQueryText, queryText } from '../requests/query-text.js';
import type { EntityFilter } from './list-entities.js';
import { toDetails } from './show-entity.js';

type Refs = readonly SentReference[] | null | undefined;

/**
 * Body of a list route. The member named after the level contains the conditions, and the `…_refs` members contain
 * references to entities of higher levels.
 */
interface SentEntityList
  extends Readonly<Partial<Record<SavedQueryLevel, WantedEntities>>>,
    Readonly<Partial<Record<`${SavedQueryLevel}_refs`, Refs>>> {
  readonly include_archived?: boolean | null | undefined;
  readonly windowing?: JsonValue | undefined;
}

/**
 * Combines the body with the query string. Members of the body take precedence. Throws a 422 if the window is invalid.
 */
export function parseEntityList(sent: SentEntityList, level: SavedQueryLevel, query: QueryString) {
  const issues: ValidationDetail[] = [...query.issues];
  const nested = sent.windowing ?? {};
  if (!isJsonObject(nested)) {
    issues.push(toValidationDetail(notA('object'), ['body', 'windowing']));
  }
  const members = isJsonObject(nested) ? nested : {};
  const windowing = parseWindowMembers((name) => {
    const value = members[name] ?? undefined;
    return value === undefined ? query.window(name) : { value, loc: ['body', 'windowing', name] };
  });
  return { windowing: windowingOr422(windowing, issues), filter: toFilter(sent, level, query) };
}

const levels = ['query', 'query_variant', 'query_revision'] as const;

function toFilter(
  sent: SentEntityList,
  level: SavedQueryLevel,
  query: QueryString,
): Omit<EntityFilter, 'project_id'> {
  const wanted = sent[level];
  const slugs = [...(wanted?.slugs ?? []), ...(wanted?.slug == null ? [] : [wanted.slug])];
  const sentRefs = levels.flatMap((above) => {
    const list = sent[`${above}_refs`];
    return list == null ? [] : [[above, list.map((ref) => toReference(ref) ?? {})] as const];
  });
  const { folder_id: _unasked, ...details } = { ...query.details, ...toDetails(wanted ?? {}) };
  return {
    refs: { ...(query.ref && { query: [query.ref] }), ...Object.fromEntries(sentRefs) },
    slugs: slugs.length === 0 ? undefined : slugs,
    details,
    includeArchived: sent.include_archived ?? query.includeArchived ?? false,
  };
}

/** Conditions from a query string, which are added to those in the body. */
type QueryString = ReturnType<typeof parseListQueryString>;

/** Parsed query string for routes that accept no conditions in it. */
export const noQuery: QueryString = {
  issues: [],
  ref: undefined,
  details: {},
  includeArchived: undefined,
  window: () => undefined,
};

/** Parses the query string of `/queries/query`. */
export function parseListQueryString(req: HttpRequest) {
  const issues: ValidationDetail[] = [];
  const refuse = (name: string, reason: string): undefined => {
    issues.push(toValidationDetail(valueError(reason), ['query', name]));
  };
  const parse = <Value>(name: string, to: (text: string) => Value | undefined, reason: string) => {
    const text = queryText(req, name);
    return text === undefined ? undefined : (to(text) ?? refuse(name, reason));
  };
  const id = parse('query_id', parseUuid, 'Input is not a valid UUID.');
  const slug = queryText(req, 'query_slug');
  const name = queryText(req, 'name');
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
    window: (member: string) => locatedQueryText(req, member),
  };
}

function toObject(text: string): JsonObject | undefined {
  const parsed = parseJsonText(text);
  return parsed.status === 'parsed' && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** Parses `true`, `false`, `1` or `0`, ignoring case. */
function toBoolean(text: string): boolean | undefined {
  if (/^(true|1)$/i.test(text)) {
    return true;
  }
  return /^(false|0)$/i.test(text) ? false : undefined;
}
