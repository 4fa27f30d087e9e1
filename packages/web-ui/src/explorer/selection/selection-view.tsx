import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { aggregate } from '../../api/aggregate.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { Mistake } from '../../filter-bar/mistake.js';
import { readFilterText } from '../../filter-bar/parse-filter-text.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { Message, Problem, WaitingQuery } from '../../parts/answers/answer-states.js';
import { Button, PlainButton } from '../../parts/button.js';
import { Table } from '../../parts/lists/table.js';
import { type ShownValue, tieValue } from '../../parts/values/shown-value.js';
import { ValueButton } from '../../parts/values/value-button.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import type { Bounds } from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';
import { NothingMatches } from '../rows/nothing-matches.js';
import {
  type ComparedAttribute,
  type ComparedRow,
  type Comparison,
  nameOfAttribute,
  readComparison,
  rowsOf,
} from './comparison.js';
import styles from './selection.module.css';

interface SelectionViewProps {
  readonly active: ActiveFilter;
}

/** Default filter text for the selected spans. */
const firstSelection = 'status:error';

/** Shows how the selected spans differ from the other matching spans. */
export function SelectionView({ active }: SelectionViewProps): ReactElement {
  const { filtering, bounds } = active;
  const [{ s = firstSelection }] = useSearchParameters();
  const { filtering: selection, mistake } = readFilterText(s);
  return (
    <div className={styles['view']}>
      <SelectionForm selection={s} filtering={filtering} bounds={bounds} />
      {mistake !== undefined && <Mistake mistake={mistake} text={s} />}
      {selection === undefined && mistake === undefined && (
        <Message title="Choose the spans to compare with the rest." />
      )}
      {selection !== undefined && <Differences active={active} selection={selection} />}
    </div>
  );
}

interface DifferencesProps extends SelectionViewProps {
  readonly selection: Filtering;
}

function Differences({ active, selection }: DifferencesProps): ReactElement {
  const { filtering, bounds } = active;
  const queryKey = ['differences', filtering, bounds, selection];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readComparison({ filtering, bounds, selection }, signal),
  });
  const { data, error } = query;
  if (error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) {
    return <WaitingQuery query={query} queryKey={queryKey} />;
  }
  if (data.selected === 0 && data.rest === 0) {
    return <NothingMatches listed="spans" active={active} />;
  }
  if (data.selected === 0 || data.rest === 0) {
    return (
      <Message title={data.selected === 0 ? 'No span is selected.' : 'Every span is selected.'}>
        <p>There is nothing to compare. Change the selection, the filter or the window.</p>
      </Message>
    );
  }
  return (
    <>
      <Extent comparison={data} />
      <div className={styles['attributes']}>
        {data.attributes
          .filter(({ score }) => score > 0)
          .map((attribute) => (
            <AttributeTable
              key={`${attribute.field}.${attribute.key}.${attribute.type}`}
              attribute={attribute}
              filtering={filtering}
            />
          ))}
      </div>
    </>
  );
}

/** Shows how many spans the shares are computed from. */
function Extent({ comparison }: { readonly comparison: Comparison }): ReactElement {
  const { selected, rest, sampled, left_out: leftOut } = comparison;
  return (
    <p className="quiet" role="status">
      <b>{writeCount(selected)}</b> selected, <b>{writeCount(rest)}</b> others
      {sampled && `, from the newest ${writeCount(selected + rest)} spans`}
      {leftOut === 1 && '; 1 attribute with too many different values is left out'}
      {leftOut > 1 &&
        `; ${writeCount(leftOut)} attributes with too many different values are left out`}
    </p>
  );
}

interface SelectionFormProps {
  /** Filter text that determines the selected spans. */
  readonly selection: string;
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
}

const failed = 'status:error';

/** Form for choosing the spans to compare with the others: failed spans, slow spans, or spans that match a filter. */
function SelectionForm({ selection, filtering, bounds }: SelectionFormProps): ReactElement {
  const [, change] = useSearchParameters();
  const [text, setText] = useState(selection);
  useEffect(() => setText(selection), [selection]);
  const slow = useSlowSpans(filtering, bounds);
  const choose = (next: string) => change({ s: next }, 'push');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(text);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label className="row">
        Compare
        <input
          className="field mono"
          aria-label="Selection"
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button type="submit">Compare with the rest</Button>
      <PlainButton aria-pressed={selection === failed} onClick={() => choose(failed)}>
        Failed
      </PlainButton>
      {slow !== undefined && (
        <PlainButton aria-pressed={selection === slow} onClick={() => choose(slow)}>
          Slowest 5 %
        </PlainButton>
      )}
    </form>
  );
}

/**
 * Returns a filter for spans whose duration is at least the 95th percentile. Returns undefined until the percentile is
 * known.
 */
function useSlowSpans(filtering: Filtering | undefined, bounds: Bounds): string | undefined {
  const { data } = useQuery({
    queryKey: ['slow', filtering, bounds],
    queryFn: ({ signal }) => {
      const measures = ['duration.p95'];
      return aggregate({ ...(filtering && { filtering }), windowing: bounds, measures }, signal);
    },
  });
  const ms = data?.total.duration?.['p95'];
  if (ms == null) {
    return undefined;
  }
  const key = 'ag.metrics.duration.cumulative';
  const condition = { field: 'attributes', key, operator: 'gte', value: ms };
  return writeFilterText({ operator: 'and', conditions: [condition] });
}

const SHOWN_ROWS = 6;

interface AttributeTableProps {
  readonly attribute: ComparedAttribute;
  readonly filtering: Filtering | undefined;
}

/** Table of an attribute's values, with the share of each value among the selected spans and among the other spans. */
function AttributeTable({ attribute, filtering }: AttributeTableProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(attribute);
  const shown = isWhole || attribute.type === 'number' ? rows : rows.slice(0, SHOWN_ROWS);
  const name = nameOfAttribute(attribute);
  return (
    <section className={styles['attribute']}>
      <h2>
        <MarkedText text={name} />
        <span className="faint" title={`Score ${attribute.score}`}>
          differs by {percent(attribute.score)}
        </span>
      </h2>
      <Table
        aria-label={name}
        words={[attribute.type === 'number' ? 'Range' : 'Value', 'Selected', 'Others']}
      >
        {shown.map((row) => (
          <tr key={row.text}>
            <th scope="row">
              <RowName row={row} attribute={attribute} filtering={filtering} />
            </th>
            <ShareCell share={row.selected} isSelected />
            <ShareCell share={row.rest} />
          </tr>
        ))}
      </Table>
      {shown.length < rows.length && (
        <PlainButton onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more
        </PlainButton>
      )}
    </section>
  );
}

interface RowNameProps extends AttributeTableProps {
  readonly row: ComparedRow;
}

/** Name of a row. A value is shown with its value menu, and a range is a link to its spans. */
function RowName({ row, attribute, filtering }: RowNameProps): ReactElement {
  const [{ w }] = useSearchParameters();
  const { text, value, range } = row;
  if (range !== undefined) {
    const conditions = filtering === undefined ? range : [filtering, ...range];
    const q = writeFilterText({ operator: 'and', conditions });
    return (
      <Link to="/spans" search={{ q, w } as never} title="Show its spans">
        {text}
      </Link>
    );
  }
  if (value === undefined) {
    return <span className="faint">{text}</span>;
  }
  const { field, key } = attribute;
  const fieldRef = { field, ...(key !== undefined && { key }) };
  const shown: ShownValue = { name: nameOfAttribute(attribute), fieldRef, value, text };
  return (
    <span className={styles['value']} ref={tieValue(shown)} data-value>
      <span className="cut" title={text}>
        <MarkedText text={text} />
      </span>
      <ValueButton shown={shown} />
    </span>
  );
}

interface ShareCellProps {
  readonly share: number;
  readonly isSelected?: boolean;
}

function ShareCell({ share, isSelected = false }: ShareCellProps): ReactElement {
  return (
    <td title={String(share)}>
      <span className={styles['share']}>
        <i
          className={isSelected ? styles['selected'] : ''}
          style={{ width: share === 0 ? 0 : `max(1px, ${100 * share}%)` }}
          aria-hidden="true"
        />
        <span>{percent(share)}</span>
      </span>
    </td>
  );
}

/** Formats a share: `63 %`, `<1 %`. */
function percent(share: number): string {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`;
}
