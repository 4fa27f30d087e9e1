import { oneLine } from '../../connection/one-line.js';
import type { StatementParameters } from '../../connection/statement.js';
import { wholeAttributes } from '../../filter/attribute-json.js';
import { memberSql } from '../../filter/packed-text.js';
import type { AttributedPart, GroupingKey, SpanGrouping } from '../../span-groups.js';
import { spanRows } from '../totals/span-rows.js';
import { isRoot } from '../totals/trace-entries.js';
import type { Unresolved } from '../totals/unresolved-traces.js';
import { attributeText } from './attribute-text.js';
import { structureText } from './structure-text.js';

/** SQL for the duration in ns. The difference may exceed Int64, but never UInt64. */
const duration = oneLine`
  if(end_time > start_time, reinterpretAsUInt64(toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)), toUInt64(0))
`;
const isUnnamed = { kind: 'absent', field: 'service_name' } as const;

/** The selected spans, and the columns of their rows. */
export interface GroupedSource {
  readonly grouping: Pick<SpanGrouping, 'selection' | 'by'>;
  readonly unresolved: Unresolved;
  /** SQL for further columns, by name. */
  readonly more: Readonly<Record<string, string>>;
}

/** Returns SQL for the names of the columns of keys. */
export function keyColumns(by: readonly GroupingKey[]): readonly string[] {
  return by.map((_, index) => `k${index}`);
}

/**
 * Returns SQL for one row for each selected current span, with `start_time`, its keys in `keyColumns`, and its duration
 * as `d`. The key `service` needs the large column of the resource only for spans without a service name, so these are
 * read separately.
 */
export function groupedRows(source: GroupedSource, parameters: StatementParameters): string {
  const branches = source.grouping.by.some(({ kind }) => kind === 'service')
    ? [...rowsOf(source, 'named', parameters), ...rowsOf(source, 'unnamed', parameters)]
    : rowsOf(source, 'any', parameters);
  return branches.join(' UNION ALL ');
}

type Services = 'named' | 'unnamed' | 'any';

function rowsOf(
  { grouping: { selection, by }, unresolved, more }: GroupedSource,
  services: Services,
  parameters: StatementParameters,
): readonly string[] {
  const columns = {
    ...Object.fromEntries(
      by.map((key, index) => [`k${index}`, keyToSql(key, services, parameters)]),
    ),
    d: duration,
    ...more,
  };
  const filters = {
    named: { kind: 'not', operand: isUnnamed },
    unnamed: isUnnamed,
    any: undefined,
  } as const;
  const renamed = Object.keys(columns).map((name, index) => `v${index} AS ${name}`);
  return spanRows(
    {
      selection: { ...selection, filter: filters[services] },
      unresolved,
      columns: Object.values(columns).map((value) => ({ kind: 'root', value, quick: value })),
    },
    parameters,
  ).map((branch) => `SELECT start_time, ${renamed.join(', ')} FROM (${branch})`);
}

/** Returns SQL for the text of a key; `toSpanGroups` reads it. */
function keyToSql(key: GroupingKey, services: Services, parameters: StatementParameters): string {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return `CAST(${key.kind}, 'String')`;
    case 'status_message':
      return memberSql(key.kind);
    case 'attribute':
      return attributeText(key.key, parameters);
    case 'service':
      return services === 'named' ? `concat('=', service_name)` : memberSql('resource');
    case 'resource':
      return memberSql('resource');
    case 'is_root':
      return `if(${isRoot}, '1', '0')`;
    case 'duration': {
      const reached = key.bounds.flatMap((bound) => {
        const bound64 = parameters.bind('UInt64', bound);
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
