import { oneLine } from '../connection/one-line.js';
import type { StatementParameters } from '../connection/statement.js';
import { wholeAttributes } from '../filter/attribute-json.js';
import { memberSql } from '../filter/packed-text.js';
import type { SpanTally, TallyKey } from '../span-tally.js';
import { attributeText } from './attribute-text.js';
import { spanRows } from './span-rows.js';
import { structureText } from './structure-text.js';
import { isRoot } from './trace-entries.js';
import type { Unresolved } from './unresolved-traces.js';

/** SQL: the duration in ns; a difference may exceed Int64, but never UInt64. */
const duration = oneLine`
  if(end_time > start_time, reinterpretAsUInt64(toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)), toUInt64(0))
`;
const isUnnamed = { kind: 'absent', field: 'service_name' } as const;

/** What rows of single spans are made of. */
export interface TallySource {
  readonly tally: Pick<SpanTally, 'selection' | 'keys'>;
  readonly unresolved: Unresolved;
  /** SQL of further columns by their names. */
  readonly more: Readonly<Record<string, string>>;
}

/**
 * SQL: one row for each selected current span, with `start_time`, its keys as `k0`, `k1` and so on, and its duration as
 * `d` where that is needed. Only spans without a service name need their resource to tell the service, so they are read
 * apart: the column of the resource is a large one.
 */
export function tallyRows(source: TallySource, parameters: StatementParameters): string {
  const { keys } = source.tally;
  const branches = keys.some(({ kind }) => kind === 'service')
    ? [...rowsOf(source, 'named', parameters), ...rowsOf(source, 'unnamed', parameters)]
    : rowsOf(source, 'any', parameters);
  return branches.join(' UNION ALL ');
}

type Services = 'named' | 'unnamed' | 'any';

function rowsOf(
  { tally: { selection, keys }, unresolved, more }: TallySource,
  services: Services,
  parameters: StatementParameters,
): readonly string[] {
  const columns = {
    ...Object.fromEntries(
      keys.map((key, index) => [`k${index}`, keyToSql(key, services, parameters)]),
    ),
    d: duration,
    ...more,
  };
  const filters = {
    named: { kind: 'not', operand: isUnnamed },
    unnamed: isUnnamed,
    any: undefined,
  } as const;
  const names = Object.keys(columns).map((name, index) => `v${index} AS ${name}`);
  return spanRows(
    {
      selection: { ...selection, filter: filters[services] },
      unresolved,
      columns: Object.values(columns).map((value) => ({ kind: 'root', value, quick: value })),
    },
    parameters,
  ).map((branch) => `SELECT start_time, ${names.join(', ')} FROM (${branch})`);
}

/** SQL: the text of a key. */
function keyToSql(key: TallyKey, services: Services, parameters: StatementParameters): string {
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
    case 'structure':
      return structureText(key.of === 'attributes' ? wholeAttributes : memberSql(key.of));
    case 'is_top':
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
