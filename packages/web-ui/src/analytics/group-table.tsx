import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AggregateAnswer, AggregateRow, Measures } from '../api/aggregate.js';
import type { Json } from '../api/shown-span.js';
import { Problem, Waiting } from '../parts/answers/answer-states.js';
import { Table } from '../parts/lists/table.js';
import { ActionMenu } from '../parts/values/action-items.js';
import { writeJson } from '../parts/values/write-json.js';
import { MarkedText, writeCost, writeCount, writeMs } from '../parts/values/write-value.js';
import type { BoardChartProps } from './charts/board-chart.js';
import styles from './charts/chart.module.css';
import { costOfOne, failedShare } from './charts/chart-kinds.js';
import { colourOfGroup, nameOfGroup, nameOfOthers } from './charts/to-series.js';
import { restOf } from './charts/unlisted-groups.js';
import { CountedLine } from './counted-line.js';
import { inGroup, inNoGroup, type Part, searchOf } from './explorer-search.js';
import type { Focus, GroupField } from './group-fields.js';
import { useBoardAnswer } from './use-board-answer.js';

const measures = ['failed', 'duration.p50', 'duration.p95', 'tokens.sum', 'costs.sum'];
/** Headings of the columns between the count column and the column with the cost per trace or span. */
const numbers = ['Failed', '% failed', 'p50', 'p95', 'Tokens', 'Cost (USD)'];

const words = {
  trace: { many: 'Traces', one: 'trace' },
  span: { many: 'Spans', one: 'span' },
} as const;

/**
 * Table of the board's groups and their numbers, most frequent group first. It renders nothing if the board has no
 * grouping.
 */
export function GroupTable(props: BoardChartProps) {
  return props.group === undefined ? null : <Groups {...props} group={props.group} />;
}

function Groups({ subject, chart, group, picks, onChange }: BoardChartProps & WithGroup) {
  const focus = chart.focus ?? group.focus;
  const { data, error, refetch } = useBoardAnswer(subject, {
    focus,
    group,
    measures,
    isWhole: true,
  });
  const { many, one } = words[focus];
  const title = `${many} by ${group.id}`;
  return (
    <section className={styles['groups']} aria-label={title}>
      <header className={styles['head']}>
        <h2>
          <MarkedText text={title} />
        </h2>
        <span className={`${styles['counted']} ${styles['moment']}`}>
          <CountedLine {...{ chart, focus, group, onChange }} hasGroups={false} />
        </span>
        <ActionMenu label={`Change ${title}`} word="⋯" actions={picks} />
      </header>
      {error !== null && data === undefined && (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Waiting />}
      {data !== undefined && (
        <div className="sideways">
          <Table
            className=""
            aria-label={`By ${group.id}`}
            words={[group.name]}
            numbers={[many, ...numbers, `Cost per ${one}`]}
          >
            <Rows {...{ data, subject, focus, group }} />
          </Table>
        </div>
      )}
    </section>
  );
}

interface WithGroup {
  readonly group: GroupField;
}

interface RowsProps extends WithGroup {
  readonly data: AggregateAnswer;
  readonly subject: BoardChartProps['subject'];
  readonly focus: Focus;
}

function Rows({ data, subject, focus, group: { field } }: RowsProps) {
  const { rows = [], others, total } = data;
  const rest = useMemo(() => restOf(total, rows), [total, rows]);
  const { filtering, range } = subject;
  const search = (own: readonly Part[]) =>
    searchOf({ filtering, focus, bounds: range.bounds }, own) as never;
  const keys = rows.map(keyOf);
  return (
    <>
      {rows.map((row, index) => (
        <tr key={writeJson(keyOf(row))}>
          <th scope="row" className="cut">
            <i
              className={styles['swatch']}
              style={{ background: `var(${colourOfGroup(index)})` }}
            />
            <Link
              to="/spans"
              search={search([inGroup(field, keyOf(row))])}
              title={nameOfGroup(keyOf(row))}
            >
              <MarkedText text={nameOfGroup(keyOf(row))} />
            </Link>
          </th>
          <Cells measures={row} />
        </tr>
      ))}
      {others !== undefined && others.groups > 0 && (
        <tr>
          <th scope="row">
            <i className={styles['swatch']} style={{ background: 'var(--mark)' }} />
            <Link to="/spans" search={search(inNoGroup(field, keys))}>
              {nameOfOthers(others.groups)}
            </Link>
          </th>
          <Cells measures={rest} />
        </tr>
      )}
      <tr className={styles['all']}>
        <th scope="row">
          <Link to="/spans" search={search([])}>
            all
          </Link>
        </th>
        <Cells measures={total} />
      </tr>
    </>
  );
}

function keyOf({ group = [] }: AggregateRow): Json {
  return group[0] ?? null;
}

function Cells({ measures: row }: { readonly measures: Measures }) {
  const { count = 0, failed = 0, duration, tokens, costs } = row;
  const share = failedShare(row);
  return (
    <>
      <td className="num">{writeCount(count)}</td>
      <td className={`num ${failed > 0 ? 'bad' : ''}`}>{writeCount(failed)}</td>
      <td className="num">{share === null ? '–' : `${share.toFixed(1)} %`}</td>
      <Value value={duration?.['p50']} write={writeMs} unit=" ms" />
      <Value value={duration?.['p95']} write={writeMs} unit=" ms" />
      <Value value={tokens?.['sum'] ?? 0} write={writeCount} />
      <Value value={costs?.['sum'] ?? 0} write={writeCost} />
      <Value value={costOfOne(row)} write={writeCost} />
    </>
  );
}

interface ValueProps {
  readonly value: number | null | undefined;
  readonly write: (value: number) => string;
  readonly unit?: string;
}

/** A rounded number, with the exact value as its title. A missing number is shown as a dash. */
function Value({ value, write, unit = '' }: ValueProps) {
  return (
    <td className="num" title={value == null ? undefined : `${value}${unit}`}>
      {value == null ? '–' : write(value)}
    </td>
  );
}
