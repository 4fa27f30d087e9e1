import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type AggregateRow, aggregate, type Measures } from '../api/aggregate.js';
import type { Json } from '../api/shown-span.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { toggleValue } from '../filter-bar/toggle-condition.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './analytics.module.css';
import { type BoardProps, writeMs } from './board.js';
import type { GroupField } from './group-fields.js';
import { nameOfGroup } from './series-of.js';

const LIMIT = 20;
const measures = ['count', 'failed', 'duration.p50', 'duration.p95', 'tokens.sum', 'costs.sum'];

/** The spans by the values of one field, those with the most spans first. */
export function GroupTable({ filtering, range, group }: BoardProps): ReactElement | null {
  const { data } = useQuery({
    queryKey: ['groups', filtering, range.bounds, group.id],
    queryFn: ({ signal }) =>
      aggregate(
        {
          ...(filtering && { filtering }),
          windowing: range.bounds,
          group_by: [group.field],
          measures,
          limit: LIMIT,
        },
        signal,
      ),
  });
  if (data === undefined) {
    return null;
  }
  const { rows = [], others, total } = data;
  return (
    <section className={styles['groups']} aria-label={`Spans by ${group.name.toLowerCase()}`}>
      <table aria-label={`By ${group.name.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{group.name}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="num">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GroupRow
              key={nameOfGroup(row.group?.[0])}
              row={row}
              group={group}
              {...{ filtering }}
            />
          ))}
          <tr>
            <th scope="row" className="quiet">
              All spans
            </th>
            <Cells measures={total} />
          </tr>
        </tbody>
      </table>
      {others !== undefined && others.groups > 0 && (
        <p className="quiet">
          {writeCount(others.groups)} others with {writeCount(others.count)} spans are not listed.
        </p>
      )}
    </section>
  );
}

const headings = ['Spans', 'Failed', 'p50', 'p95', 'Tokens', 'Cost (USD)'];

interface GroupRowProps {
  readonly row: AggregateRow;
  readonly group: GroupField;
  readonly filtering: Filtering | undefined;
}

function GroupRow({ row, group, filtering }: GroupRowProps): ReactElement {
  const [{ w }] = useSearchParameters();
  const value: Json = row.group?.[0] ?? null;
  const narrowed = value === null ? filtering : toggleValue(filtering, group.field, value);
  const q = narrowed && writeFilterText(narrowed);
  const name = <MarkedText text={nameOfGroup(value)} />;
  return (
    <tr>
      <th scope="row" className="cut">
        {value === null ? (
          <span className="faint">{name}</span>
        ) : (
          <Link to="/spans" search={{ q, w } as never}>
            {name}
          </Link>
        )}
      </th>
      <Cells measures={row} />
    </tr>
  );
}

function Cells({ measures: row }: { readonly measures: Measures }): ReactElement {
  const { count = 0, failed = 0, duration, tokens, costs } = row;
  const length = (name: string) => {
    const ms = duration?.[name] ?? null;
    return ms === null ? '–' : <span title={`${ms} ms`}>{writeMs(ms)}</span>;
  };
  return (
    <>
      <td className="num">{writeCount(count)}</td>
      <td className={`num ${failed > 0 ? 'bad' : ''}`}>{writeCount(failed)}</td>
      <td className="num">{length('p50')}</td>
      <td className="num">{length('p95')}</td>
      <td className="num">{writeCount(tokens?.['sum'] ?? 0)}</td>
      <td className="num" title={String(costs?.['sum'] ?? 0)}>
        {writeCost(costs?.['sum'] ?? 0)}
      </td>
    </>
  );
}
