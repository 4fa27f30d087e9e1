import type { RunStatement } from '../../connection/run-statement.js';
import { bind, oneLine } from '../../connection/statement.js';
import { wholeAttributes } from '../../filter/attribute-json.js';
import { dottedNames, lastName } from '../../filter/json-at-path.js';
import { memberSql } from '../../filter/packed-text.js';
import type { AttributedPart, GroupingKey, SpanGrouping } from '../../span-groups.js';
import { fromRow, spanRows, toUnion } from '../totals/span-rows.js';
import { isRoot } from '../totals/trace-entries.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';

/** SQL for the duration in ns. The difference between the end and the start may exceed Int64 but never UInt64. */
const duration = oneLine`
  if(end_time > start_time, reinterpretAsUInt64(toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)), toUInt64(0))
`;
const isUnnamed = { kind: 'absent', field: 'service_name' } as const;
/** Filters that separate spans with a service name from spans without one. */
const filters = {
  named: { kind: 'not', operand: isUnnamed },
  unnamed: isUnnamed,
  any: undefined,
} as const;

/** Returns the column names of the keys. */
export function keyColumns(by: readonly GroupingKey[]): readonly string[] {
  return by.map((_, index) => `k${index}`);
}

/**
 * Returns SQL for a table with one row for each selected current span. The columns are `start_time`, the keys (see
 * `keyColumns`), the duration `d`, and the columns in `more`, which maps their names to SQL. For the key `service`,
 * spans without a service name are read separately, because only they need the large `packed` column.
 */
export function groupedRows(
  { selection, by }: Pick<SpanGrouping, 'selection' | 'by'>,
  unresolved: Unresolved,
  more: Readonly<Record<string, string>> = {},
): string {
  const isByService = by.some(({ kind }) => kind === 'service');
  const branches = (isByService ? (['named', 'unnamed'] as const) : (['any'] as const)).map(
    (services) => {
      const columns = {
        ...Object.fromEntries(by.map((key, index) => [`k${index}`, keyToSql(key, services)])),
        d: duration,
        ...more,
      };
      const renamed = Object.keys(columns).map((name, index) => `v${index} AS ${name}`);
      const filtered = { ...selection, filter: filters[services] };
      const rows = spanRows(filtered, unresolved, Object.values(columns).map(fromRow));
      return toUnion(rows, ['start_time', ...renamed]);
    },
  );
  return branches.join(' UNION ALL ');
}

/** Returns SQL for an encoded key, which `toSpanGroups` decodes. */
function keyToSql(key: GroupingKey, services: keyof typeof filters): string {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return `CAST(${key.kind}, 'String')`;
    case 'status_message':
      return memberSql(key.kind);
    case 'attribute':
      return attributeText(key.key);
    case 'service':
      return services === 'named' ? `concat('=', service_name)` : memberSql('resource');
    case 'resource':
      return memberSql('resource');
    case 'is_root':
      return `if(${isRoot}, '1', '0')`;
    case 'duration': {
      const reached = key.bounds.flatMap((bound) => {
        const bound64 = bind('UInt64', bound);
        return [`(${duration} >= ${bound64})`, `(${duration} > ${bound64})`];
      });
      return `toString(${reached.join(' + ')})`;
    }
    case 'duration_bucket':
      return `toString(if(${duration} <= 1, toUInt64(1), roundToExp2(${duration} - 1) * 2))`;
  }
}

/** Returns SQL for the encoded structure of a part of a span. */
export function structureColumn(part: AttributedPart): string {
  return structureText(part === 'attributes' ? wholeAttributes : memberSql(part));
}

/**
 * Placeholders for an escaped backslash and an escaped quote. JSON never contains the placeholder characters unescaped.
 */
const escapes = { backslash: '\x01', quote: '\x02' } as const;

/**
 * Returns SQL that encodes the structure of a JSON value. The result is the JSON with empty strings, 0 for each number
 * and true for each boolean, followed by the member names. Splitting the JSON at quotes is much faster than parsing it,
 * because ClickHouse would parse it again for each path.
 */
function structureText(json: string): string {
  const plain = `replaceAll(replaceAll(${json}, '\\\\\\\\', '\\x01'), '\\\\"', '\\x02')`;
  const outside = `arrayStringConcat(arrayFilter((p, i) -> i % 2 = 1, q, arrayEnumerate(q)), '"')`;
  const values = `replaceRegexpAll(replaceAll(${outside}, 'false', 'true'), '-?[0-9][0-9.eE+-]*', '0')`;
  const isName = `(p, next, i) -> i % 2 = 0 AND startsWith(next, ':')`;
  const names = `arrayStringConcat(arrayFilter(${isName}, q, arrayShiftLeft(q, 1), arrayEnumerate(q)), '"')`;
  return `arrayMap(q -> concat(${values}, '\\n', ${names}), [splitByChar('"', ${plain})])[1]`;
}

/** Decodes a structure. The result is JSON in which every string other than a member name is empty. */
export function toStructure(text: string): string {
  const [outside = '', names = ''] = text.split('\n');
  const left = names.split('"').values();
  const [first = '', ...rest] = outside.split('"');
  const strings = rest.map((after) => {
    const name = after.startsWith(':') ? escaped(left.next().value ?? '') : '';
    return `"${name}"${after}`;
  });
  return `${first}${strings.join('')}`;
}

function escaped(name: string): string {
  return name.replaceAll(escapes.backslash, '\\\\').replaceAll(escapes.quote, '\\"');
}

/**
 * Maximum size of the JSON of an attribute. A string of up to 256 characters never exceeds it, however it is escaped.
 */
const MAX_BYTES = 2048;
/** Replacements for values that exceed `MAX_BYTES`: `string` for a string, `other` for a list or for all attributes. */
export const truncated = { string: '"', other: '!' } as const;

/**
 * Returns SQL for the encoded value at an attribute key. The encoding is one of:
 * - `=` and the JSON of the value, or `=` alone if the span has no value
 * - the JSON of all attributes, if the value cannot be determined exactly
 * - one of `truncated`, if the encoding would be too long
 *
 * The value cannot be determined exactly in these cases:
 * - A member name may contain one of the key's dots.
 * - Ingest found conflicting keys.
 * - The value contains an integer of 19 or more digits, because ClickHouse rounds such integers.
 * - ClickHouse cannot parse the JSON.
 */
function attributeText(key: string): string {
  const names = key.split('.');
  const end = bind('String', lastName(names));
  const ambiguous = bind('Array(String)', [...dottedNames(names), '"_conflicts":']);
  const path = names.map((name) => bind('String', name));
  const value = `JSONExtractRaw(attributes, ${path.join(', ')})`;
  const text = `multiIf(${[
    `position(attributes, ${end}) = 0`,
    `'='`,
    `multiSearchAny(attributes, ${ambiguous})`,
    'attributes',
    `${value} = ''`,
    `if(isValidJSON(attributes), '=', attributes)`,
    `startsWith(${value}, '{') OR ${value} = 'null'`,
    `'='`,
    `NOT startsWith(${value}, '"') AND match(${value}, '(^|[^.0-9])[0-9]{19}')`,
    'attributes',
    `concat('=', ${value})`,
  ].join(', ')})`;
  const short = `length(t) <= ${MAX_BYTES}, t, startsWith(t, '="'), '${truncated.string}', '${truncated.other}'`;
  return `arrayMap(t -> multiIf(${short}), [${text}])[1]`;
}

/**
 * Caches the unresolved traces of a selection. Reads that use the same selection object share them, so that spans are
 * grouped and picked from the same state.
 */
export class UnresolvedSpans {
  readonly #known = new WeakMap<SpanGrouping['selection'], Unresolved>();

  async of(run: RunStatement, selection: SpanGrouping['selection']): Promise<Unresolved> {
    const known = this.#known.get(selection);
    if (known !== undefined) {
      return known;
    }
    const read = await readUnresolved(run, { selection });
    this.#known.set(selection, read);
    return read;
  }
}
