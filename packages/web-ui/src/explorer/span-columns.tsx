import type { ReactNode } from 'react';
import { previewOf } from '../api/preview-text.js';
import { numberAt, type ShownSpan, serviceOf, valueAt } from '../api/shown-span.js';
import { writeDuration, writeExactDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { clockOf, dayOf, readTime, type TimeZone } from '../parts/format-time.js';
import type { Column } from '../parts/row-grid.js';
import { durationOf } from '../span/duration-of.js';
import { colourOfService } from '../theme/service-colour.js';
import styles from './span-columns.module.css';
import { spanValues } from './span-values.js';

const failed = 'STATUS_CODE_ERROR';

/** The columns of the list of spans, with times in a zone. */
export function spanColumns(zone: TimeZone): readonly Column<ShownSpan>[] {
  const columns: readonly Column<ShownSpan>[] = [
    {
      id: 'start',
      heading: zone === 'utc' ? 'Start (UTC)' : 'Start (local)',
      width: '104px',
      cell: ({ start_time }) => <TimeCell time={start_time} zone={zone} />,
    },
    { id: 'name', heading: 'Name', width: 'minmax(150px, 1.3fr)', cell: nameCell },
    {
      id: 'type',
      heading: 'Type',
      width: '92px',
      cell: ({ span_type }) => (
        <span className="faint">{span_type === 'undefined' ? '' : span_type}</span>
      ),
    },
    { id: 'input', heading: 'Input', width: 'minmax(160px, 3fr)', cell: inputCell },
    {
      id: 'duration',
      heading: 'Duration',
      width: '84px',
      isNumber: true,
      cell: (span) => {
        const ns = durationOf(span);
        return <span title={writeExactDuration(ns)}>{writeDuration(ns)}</span>;
      },
    },
    {
      id: 'tokens',
      heading: 'Tokens',
      width: '70px',
      isNumber: true,
      cell: (span) => amount(span, 'tokens', writeCount),
    },
    {
      id: 'cost',
      heading: 'Cost (USD)',
      width: '76px',
      isNumber: true,
      cell: (span) => amount(span, 'costs', writeCost),
    },
  ];
  return columns.map((column) => ({
    ...column,
    ...(spanValues[column.id] && { shown: spanValues[column.id] }),
  }));
}

/** A time of day, with the whole time on hover. */
export function TimeCell({
  time,
  zone,
}: {
  readonly time: string;
  readonly zone: TimeZone;
}): ReactNode {
  const ns = readTime(time);
  const { seconds, ms } = clockOf(ns, zone);
  return (
    <span className="mono" title={`${dayOf(ns, zone)}, ${time}`}>
      {seconds}
      <span className="faint">{ms}</span>
    </span>
  );
}

function nameCell(span: ShownSpan): ReactNode {
  const service = serviceOf(span);
  const isFailed = span.status_code === failed;
  return (
    <span className={styles['name']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <b className={`cut ${isFailed ? 'bad' : ''}`}>{span.span_name}</b>
      <span className="faint cut">{service}</span>
    </span>
  );
}

function inputCell(span: ShownSpan): ReactNode {
  if (span.status_code === failed && span.status_message !== undefined) {
    return <span className="bad">{span.status_message}</span>;
  }
  return (
    <span className="quiet">
      {previewOf(valueAt(span.attributes, 'ag', 'data', 'inputs'))?.text}
    </span>
  );
}

function amount(span: ShownSpan, metric: 'tokens' | 'costs', write: (value: number) => string) {
  const value = numberAt(span.attributes, 'ag', 'metrics', metric, 'cumulative', 'total');
  return value === undefined || value === 0 ? (
    ''
  ) : (
    <span title={String(value)}>{write(value)}</span>
  );
}
