import type { RunStatement } from '../../connection/run-statement.js';
import { bind, oneLine } from '../../connection/statement.js';
import { wholeAttributes } from '../../filter/attribute-json.js';
import { dottedNames, lastName } from '../../filter/json-at-path.js';
import { memberSql } from '../../filter/packed-text.js';
import type { AttributedPart, GroupingKey, SpanGrouping } from '../../span-groups.js';
import { fromRow, spanRows, unionOf } from '../totals/span-rows.js';
import { isRoot } from '../totals/trace-entries.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';

/** SQL for the duration in ns. The difference may exceed Int64, but never UInt64. */
const duration = oneLine`
  if(end_time > start_time, reinterpretAsUInt64(toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)), toUInt64(0))
`;
const isUnnamed = { kind: 'absent', field: 'service_name' } as const;
/** The filters that divide spans by their service name. */
const filters = {
  named: { kind: 'not', operand: isUnnamed },
  unnamed: isUnnamed,
  any: undefined,
} as const;

/** Returns SQL for the names of the columns of keys. */
export function keyColumns(by: readonly GroupingKey[]): readonly string[] {
  return by.map((_, index) => `k${index}`);
}

/**
 * Returns SQL for one row for each selected current span, with `start_time`, its keys in `keyColumns`, and its duration
 * as `d`. `more` is SQL for further columns, by name. The key `service` needs the large column of the resource only for spans without a service name, so these are
 * read separately.
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
      return unionOf(rows, ['start_time', ...renamed]);
    },
  );
  return branches.join(' UNION ALL ');
}

/** Returns SQL for the text of a key; `toSpanGroups` reads it. */
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

/** Returns SQL for the structure of a part of a span. */
export function structureColumn(part: AttributedPart): string {
  return structureText(part === 'attributes' ? wholeAttributes : memberSql(part));
}

/** Placeholders for an escaped backslash and an escaped quote. JSON contains neither character unescaped. */
const escapes = { backslash: '\x01', quote: '\x02' } as const;

/**
 * Returns SQL for a JSON text without the contents of its strings, with 0 for numbers and true for booleans, followed
 * by the names of its members. Splitting at quotes takes much less time than a parser, which would run once per path.
 */
function structureText(json: string): string {
  const plain = `replaceAll(replaceAll(${json}, '\\\\\\\\', '\\x01'), '\\\\"', '\\x02')`;
  const outside = `arrayStringConcat(arrayFilter((p, i) -> i % 2 = 1, q, arrayEnumerate(q)), '"')`;
  const values = `replaceRegexpAll(replaceAll(${outside}, 'false', 'true'), '-?[0-9][0-9.eE+-]*', '0')`;
  const isName = `(p, next, i) -> i % 2 = 0 AND startsWith(next, ':')`;
  const names = `arrayStringConcat(arrayFilter(${isName}, q, arrayShiftLeft(q, 1), arrayEnumerate(q)), '"')`;
  return `arrayMap(q -> concat(${values}, '\\n', ${names}), [splitByChar('"', ${plain})])[1]`;
}

/** Returns a JSON text with this structure, in which all strings except names are empty. */
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

/** Maximum size of a JSON text. A string of 256 characters is always smaller, however it is escaped. */
const MAX_BYTES = 2048;
/** Texts that replace a string, or a list or all attributes, if the original exceeds `MAX_BYTES`. */
export const truncated = { string: '"', other: '!' } as const;

/**
 * Returns SQL for `=` and the JSON of the value of an attribute key, `=` without a value, the JSON of all attributes,
 * or one of `truncated`. The value counts only if no name in the attributes contains a dot of the key and ingest found
 * no contradicting keys. ClickHouse rounds integers beyond 64 bits, and finds nothing in JSON that it cannot parse.
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
 * Reads the unresolved traces of a selection once for all reads with the same selection object. Spans are therefore
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
