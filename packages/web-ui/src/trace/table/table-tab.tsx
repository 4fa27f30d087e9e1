import { type ReactElement, type ReactNode, useMemo } from 'react';
import { Waiting } from '../../parts/answers/answer-states.js';
import { colourOfService } from '../../parts/theme/service-colour.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import type { TraceViewProps } from '../trace-view-props.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import type { SpanGroup } from './span-groups.js';
import styles from './table-tab.module.css';

interface TableColumn {
  readonly id: keyof SpanGroup;
  readonly heading: string;
  /** Renders a group's value. `path` is the total time on the critical path, over all groups. */
  readonly cell: (group: SpanGroup, path: number) => ReactNode;
}

const columns: readonly TableColumn[] = [
  { id: 'name', heading: 'Name', cell: (group) => <GroupName group={group} /> },
  { id: 'count', heading: 'Spans', cell: ({ count }) => writeCount(count) },
  { id: 'sum', heading: 'Sum', cell: ({ sum }) => writeDuration(sum) },
  { id: 'self', heading: 'Self', cell: ({ self }) => writeDuration(self) },
  { id: 'p50', heading: 'p50', cell: ({ p50 }) => writeDuration(p50) },
  { id: 'p95', heading: 'p95', cell: ({ p95 }) => writeDuration(p95) },
  {
    id: 'path',
    heading: 'On the path',
    cell: ({ path }, whole) => path > 0 && <PathShare path={path} whole={whole} />,
  },
  { id: 'tokens', heading: 'Tokens', cell: ({ tokens }) => (tokens > 0 ? writeCount(tokens) : '') },
  { id: 'cost', heading: 'Cost', cell: ({ cost }) => (cost > 0 ? writeCost(cost) : '') },
  {
    id: 'failed',
    heading: 'Failed',
    cell: ({ failed }) => (failed > 0 ? <span className="bad">{writeCount(failed)}</span> : ''),
  },
];

/**
 * Table of a trace's spans, grouped by name and service. All rows are loaded, so the table can be sorted by any column.
 */
export function TableTab({ outline, onSelect }: TraceViewProps): ReactElement {
  const groups = useTraceTask('groupSpans', outline);
  const [{ o }, change] = useSearchParameters();
  const order = useMemo(() => readGroupOrder(o), [o]);
  const rows = useMemo(() => orderGroups(groups ?? [], order), [groups, order]);
  if (groups === undefined) {
    return <Waiting />;
  }
  const whole = groups.reduce((sum, { path }) => sum + path, 0);
  return (
    <div className={`${styles['room']} sideways`}>
      <table className={styles['table']} aria-label="Spans by name and service">
        <thead>
          <tr>
            {columns.map(({ id, heading }) => (
              <th
                key={id}
                scope="col"
                className={id === 'name' ? '' : 'num'}
                aria-sort={id === order.by ? order.direction : 'none'}
              >
                <button
                  type="button"
                  className="bare"
                  onClick={() => change({ o: nextGroupOrder(order, id) })}
                >
                  {heading}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <tr key={`${group.name} ${group.service}`}>
              {columns.map(({ id, cell }) =>
                id === 'name' ? (
                  <th key={id} scope="row">
                    <button
                      type="button"
                      className="bare"
                      title="Select the longest of these spans"
                      onClick={() => onSelect(group.longest)}
                    >
                      {cell(group, whole)}
                    </button>
                  </th>
                ) : (
                  <td key={id} className="num">
                    {cell(group, whole)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GroupName({ group: { name, service } }: { readonly group: SpanGroup }): ReactElement {
  return (
    <span className={styles['name']}>
      <span className="swatch" style={{ background: colourOfService(service) }} />
      <b className="cut" title={name}>
        <MarkedText text={name} />
      </b>{' '}
      <span className="faint cut" title={service}>
        <MarkedText text={service ?? ''} />
      </span>
    </span>
  );
}

function PathShare({ path, whole }: { readonly path: number; readonly whole: number }) {
  return (
    <span title={writeExactDuration(path)}>
      {writeDuration(path)}{' '}
      <span className="faint">{Math.round((100 * path) / Math.max(1, whole))} %</span>
    </span>
  );
}

interface GroupOrder {
  readonly by: keyof SpanGroup;
  readonly direction: 'ascending' | 'descending';
}

/**
 * Parses a sort order from the URL. The string is a column name, followed by `.up` if the direction is not the column's
 * default.
 */
export function readGroupOrder(text: string | undefined): GroupOrder {
  const [name, mark] = text?.split('.') ?? [];
  const by = columns.find(({ id }) => id === name)?.id ?? 'sum';
  return { by, direction: mark === 'up' ? turned(firstDirection(by)) : firstDirection(by) };
}

/**
 * Returns the sort order after a click on a column, in the format that `readGroupOrder` parses. Clicking the current
 * column reverses the direction.
 */
export function nextGroupOrder(order: GroupOrder, by: keyof SpanGroup): string {
  const isFirst = order.direction === firstDirection(by);
  return order.by === by && isFirst ? `${by}.up` : by;
}

/** Returns the default direction for a column: ascending for names, descending for numbers. */
function firstDirection(by: keyof SpanGroup): GroupOrder['direction'] {
  return by === 'name' ? 'ascending' : 'descending';
}

function turned(direction: GroupOrder['direction']): GroupOrder['direction'] {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

export function orderGroups(
  groups: readonly SpanGroup[],
  { by, direction }: GroupOrder,
): readonly SpanGroup[] {
  const ascending = groups.toSorted((one, other) =>
    by === 'name' ? one.name.localeCompare(other.name) : Number(one[by]) - Number(other[by]),
  );
  return direction === 'ascending' ? ascending : ascending.reverse();
}
