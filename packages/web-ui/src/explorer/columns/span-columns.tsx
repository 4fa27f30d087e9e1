import type { ReactNode } from 'react';
import { dataPreview, previewOf } from '../../api/json/preview-text.js';
import { numberAt, type PreviewText, type ShownSpan, serviceOf } from '../../api/shown-span.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { colourOfService } from '../../parts/theme/service-colour.js';
import type { TimeZone } from '../../parts/values/format-time.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import { spanDuration } from '../../span/load-span.js';
import { parseAttributeName, readAttribute } from './attribute-names.js';
import styles from './span-columns.module.css';
import { attributeValue, spanValues } from './span-values.js';
import { TimeCell } from './time-cell.js';

const failed = 'STATUS_CODE_ERROR';

/** Returns all columns of the span list except attribute columns. Times are shown in the given zone. */
export function allSpanColumns(zone: TimeZone): readonly Column<ShownSpan>[] {
  const time = zone === 'utc' ? '(UTC)' : '(local)';
  const columns: readonly Column<ShownSpan>[] = [
    {
      id: 'start',
      heading: `Start ${time}`,
      width: '140px',
      cell: ({ start_time }) => <TimeCell time={start_time} zone={zone} />,
    },
    { id: 'name', heading: 'Name', width: 'minmax(150px, 1.3fr)', cell: nameCell },
    { id: 'service', heading: 'Service', width: '110px', cell: (span) => text(serviceOf(span)) },
    {
      id: 'type',
      heading: 'Type',
      width: '92px',
      cell: ({ span_type }) => (
        <span className="faint">{span_type === 'undefined' ? '' : span_type}</span>
      ),
    },
    { id: 'kind', heading: 'Kind', width: '84px', cell: (span) => enumeration(span.span_kind) },
    { id: 'status', heading: 'Status', width: '70px', cell: statusCell },
    { id: 'input', heading: 'Input', width: 'minmax(160px, 3fr)', cell: inputCell },
    { id: 'output', heading: 'Output', width: 'minmax(160px, 3fr)', cell: outputCell },
    {
      id: 'error',
      heading: 'Error',
      width: 'minmax(140px, 2fr)',
      cell: ({ status_message }) => (
        <span className="bad">{text(previewOf(status_message)?.text)}</span>
      ),
    },
    {
      id: 'duration',
      heading: 'Duration',
      width: '84px',
      isNumber: true,
      amount: (span) => Number(spanDuration(span)),
      cell: (span) => {
        const ns = spanDuration(span);
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
    ...['model', 'user', 'session', 'trace', 'span'].map((id): Column<ShownSpan> => {
      const heading = id.slice(0, 1).toUpperCase() + id.slice(1);
      return { id, heading, width: '110px', cell: (span) => text(spanValues[id]?.(span)?.text) };
    }),
  ];
  return columns.map((column) => ({
    ...column,
    ...(spanValues[column.id] && { shown: spanValues[column.id] }),
  }));
}

/** Returns the column for an attribute name such as `.customer.tier`; undefined for other names. */
export function attributeColumn(name: string): Column<ShownSpan> | undefined {
  const fieldRef = parseAttributeName(name);
  return (
    fieldRef && {
      id: name,
      heading: fieldRef.key,
      width: 'minmax(90px, 1fr)',
      cell: (span) => text(previewOf(readAttribute(span, fieldRef))?.text),
      shown: (span) => attributeValue(span, fieldRef.key, name),
    }
  );
}

function text(value: string | undefined): ReactNode {
  return value === undefined ? '' : <MarkedText text={value} />;
}

function enumeration(value: string | undefined): string {
  return value?.split('_').at(-1)?.toLowerCase() ?? '';
}

function statusCell({ status_code: status }: ShownSpan): ReactNode {
  return <span className={status === failed ? 'bad' : 'faint'}>{enumeration(status)}</span>;
}

function nameCell(span: ShownSpan): ReactNode {
  const service = serviceOf(span);
  const isFailed = span.status_code === failed;
  return (
    <span className={styles['name']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <b className={`cut ${isFailed ? 'bad' : ''}`}>{text(span.span_name)}</b>
      <span className="faint cut">{text(service)}</span>
    </span>
  );
}

function inputCell(span: ShownSpan): ReactNode {
  const { status_code: status, status_message: message } = span;
  if (status === failed && message !== undefined) {
    return <span className="bad">{text(previewOf(message)?.text)}</span>;
  }
  return dataCell(dataPreview(span, 'ag.data.inputs'));
}

function outputCell(span: ShownSpan): ReactNode {
  return dataCell(dataPreview(span, 'ag.data.outputs'));
}

function dataCell(preview: PreviewText | undefined): ReactNode {
  return <span className="quiet">{text(preview?.text)}</span>;
}

function amount(span: ShownSpan, metric: 'tokens' | 'costs', write: (value: number) => string) {
  const value = numberAt(span.attributes, 'ag', 'metrics', metric, 'cumulative', 'total');
  return value === undefined || value === 0 ? '' : write(value);
}
