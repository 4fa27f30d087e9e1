import { bind, type Statement, sql } from '../../connection/statement.js';
import type { AggregateField, Facet } from '../../span-aggregation.js';
import { facetColumn, fieldForm, isAmongKeys, keyedColumn, toJson } from './aggregate-columns.js';
import { type Aggregated, asRows, entries } from './aggregate-statements.js';

/**
 * Settings that determine what GROUPING returns, and that leave ungrouped columns empty. They override the user's
 * profile.
 */
const asGroupingSets = 'force_grouping_standard_compatibility = 1, group_by_use_nulls = 0';

const isListed = `NOT (is_json AND (v = '' OR match(v, '^[{\\\\[]')))`;
/** Sort keys for equally frequent values. Numbers precede strings. */
const byValue = [
  `is_json AND NOT match(v, '^-?[0-9]')`,
  `if(is_json AND match(v, '^-?[0-9]'), toFloat64OrZero(v), 0)`,
  `if(is_json AND startsWith(v, '"'), JSONExtractString(v), v)`,
  'v',
].join(', ');

/**
 * Divides the fields into passes over the entries. Attributes get a separate pass. It reads the large `attributes`
 * column, but only for spans whose key columns show a value.
 */
export function facetPasses(
  fields: readonly AggregateField[],
): readonly (readonly AggregateField[])[] {
  const keyed = fields.filter(isAmongKeys);
  const others = fields.filter((field) => !isAmongKeys(field));
  return [keyed, others].filter((pass) => pass.length > 0);
}

/**
 * Selects the most frequent values of each field in a single pass over the entries. For each field, the result contains
 * up to one value more than the limit. In addition, it may contain the empty string, which may mean that the value is
 * absent. Each row also contains the total numbers of values and entries for its field. The fields MUST differ.
 */
export function selectFacets(aggregated: Aggregated, fields: readonly AggregateField[]): Statement {
  const columns = Object.fromEntries(
    fields.map((field, index) => [`g${index}`, facetColumn(field)]),
  );
  const names = Object.keys(columns);
  const each = (sql: (name: string) => string) => names.map(sql).join(', ');
  const json = fields.flatMap((field, index) => (fieldForm(field) === 'json' ? [index + 1] : []));
  const keyed = fields.every(isAmongKeys) ? { is_keyed: keyedColumn(fields) } : {};
  const isWanted = 'is_keyed' in keyed ? 'WHERE is_keyed' : '';
  const isJson = json.length === 0 ? 'false' : `facet IN (${json.join(', ')})`;
  return sql`
    SELECT outdated, facet - 1, v, n, all_values, all_entries FROM (
    SELECT *, max(is_outdated) OVER () AS outdated, count() OVER (PARTITION BY facet) AS all_values,
    sum(n) OVER (PARTITION BY facet) AS all_entries,
    row_number() OVER (PARTITION BY facet ORDER BY is_listed DESC, n DESC, ${byValue}) AS rank FROM (
    SELECT *, ${isJson} AS is_json, ${isListed} AS is_listed FROM (
    SELECT arrayFirstIndex(x -> x = 0, [${each((name) => `grouping(${name})`)}]) AS facet,
    [${each((name) => `CAST(${name}, 'String')`)}][facet] AS v, max(is_outdated) AS is_outdated, count() AS n
    FROM (${entries(aggregated, { ...columns, ...keyed })}) ${isWanted}
    GROUP BY GROUPING SETS (${each((name) => `(${name})`)}))))
    WHERE rank <= ${bind('UInt64', aggregated.aggregation.limit + 1)} OR v = ''
    ORDER BY facet, rank ${asRows.replace('SETTINGS', `SETTINGS ${asGroupingSets},`)}
  `;
}

/** A row of `selectFacets`. */
export type FacetRow = readonly [
  outdated: number,
  facet: number,
  text: string,
  count: number,
  values: number,
  entries: number,
];

interface FacetTotals {
  /** Number of entries, including entries without the field if the field has a separate column. */
  readonly entries: number;
  readonly absent: number;
  readonly limit: number;
}

export function toFacet(
  rows: readonly FacetRow[],
  field: AggregateField,
  { entries, absent, limit }: FacetTotals,
): Facet {
  const form = fieldForm(field) === 'json' ? 'json' : 'text';
  const [, , , , values = 0, read = 0] = rows[0] ?? [];
  const empty = rows.find(([, , text]) => text === '')?.[3] ?? 0;
  const gone = form === 'json' ? entries - read + empty : absent;
  const listed = rows
    .map(([, , text, count]) => ({ text, count: text === '' ? count - gone : count }))
    .filter(({ text, count }) => count > 0 && !(form === 'json' && /^[{[]/.test(text)))
    .toSorted(
      (left, right) =>
        right.count - left.count || Number(right.text === '') - Number(left.text === ''),
    )
    .slice(0, limit);
  const shown = listed.map(({ text, count }) => ({ json: toJson(text, form), count }));
  const present = values - (empty > 0 && (form === 'json' || empty === gone) ? 1 : 0);
  return {
    values: shown,
    others: {
      values: present - shown.length,
      count: entries - gone - shown.reduce((sum, { count }) => sum + count, 0),
    },
    absent: gone,
  };
}
