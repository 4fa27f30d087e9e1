import type { ReactNode } from 'react';
import { nameOfTrace, type TraceSummary } from '../../api/trace-summary.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { colourOfService } from '../../parts/theme/service-colour.js';
import type { TimeZone } from '../../parts/values/format-time.js';
import type { ShownValue } from '../../parts/values/shown-value.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import { attributeColumn } from './span-columns.js';
import styles from './span-columns.module.css';
import { shownValue } from './span-values.js';
import { TimeCell } from './time-cell.js';

export const defaultTraceColumns =
  'start,name,input,user,spans,failed,annotations,duration,tokens,cost';

/** Returns the columns of the trace list. Times are shown in the given zone. */
export function allTraceColumns(zone: TimeZone): readonly Column<TraceSummary>[] {
  const columns: readonly Column<TraceSummary>[] = [
    {
      id: 'start',
      heading: zone === 'utc' ? 'Start (UTC)' : 'Start (local)',
      width: '140px',
      cell: ({ start_time }) => <TimeCell time={start_time} zone={zone} />,
    },
    { id: 'name', heading: 'Name', width: 'minmax(170px, 1.4fr)', cell: nameCell },
    textColumn('service', 'Service'),
    textColumn('type', 'Type'),
    { id: 'input', heading: 'Input', width: 'minmax(140px, 2fr)', cell: inputCell },
    { id: 'output', heading: 'Output', width: 'minmax(140px, 2fr)', cell: outputCell },
    { ...textColumn('user', 'User'), width: '84px' },
    textColumn('session', 'Session'),
    {
      id: 'model',
      heading: 'Models',
      width: '110px',
      cell: ({ models }) => <MarkedText text={models.join(', ')} />,
    },
    {
      id: 'spans',
      heading: 'Spans',
      width: '60px',
      isNumber: true,
      cell: ({ spans }) => writeCount(spans),
    },
    { id: 'failed', heading: 'Failed', width: '56px', isNumber: true, cell: failedCell },
    {
      id: 'annotations',
      heading: 'Annotations',
      width: '84px',
      isNumber: true,
      cell: ({ annotations = 0 }) => annotations > 0 && writeCount(annotations),
    },
    {
      id: 'duration',
      heading: 'Duration',
      width: '84px',
      isNumber: true,
      amount: ({ duration_ns: ns }) => Number(ns),
      cell: durationCell,
    },
    {
      id: 'tokens',
      heading: 'Tokens',
      width: '70px',
      isNumber: true,
      cell: ({ tokens: { total = 0 } }) => total > 0 && writeCount(total),
    },
    {
      id: 'cost',
      heading: 'Cost (USD)',
      width: '76px',
      isNumber: true,
      cell: ({ costs: { total = 0 } }) =>
        total > 0 && <span title={String(total)}>{writeCost(total)}</span>,
    },
    textColumn('trace', 'Trace'),
  ];
  return columns.map((column) => ({
    ...column,
    ...(traceValues[column.id] && { shown: traceValues[column.id] }),
  }));
}

/** Returns the column for a root span's attribute, given a name such as `.customer.tier`; undefined for other names. */
export function rootAttributeColumn(name: string): Column<TraceSummary> | undefined {
  const column = attributeColumn(name);
  return (
    column && {
      id: column.id,
      heading: column.heading,
      width: column.width,
      cell: ({ rootSpan }) => rootSpan && column.cell(rootSpan),
      shown: ({ rootSpan }) => rootSpan && column.shown?.(rootSpan),
    }
  );
}

function textColumn(id: string, heading: string): Column<TraceSummary> {
  const cell = (trace: TraceSummary) => <MarkedText text={traceValues[id]?.(trace)?.text ?? ''} />;
  return { id, heading, width: '110px', cell };
}

function nameCell(trace: TraceSummary): ReactNode {
  const service = trace.root?.service_name;
  const isFailed = trace.root?.status_code === 'STATUS_CODE_ERROR';
  return (
    <span className={styles['name']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <b className={`cut ${isFailed ? 'bad' : ''}`}>
        <MarkedText text={nameOfTrace(trace)} />
      </b>
      <span className="faint cut">{service !== undefined && <MarkedText text={service} />}</span>
    </span>
  );
}

function inputCell({ input }: TraceSummary): ReactNode {
  return <span className="quiet">{input !== undefined && <MarkedText text={input.text} />}</span>;
}

function outputCell({ output }: TraceSummary): ReactNode {
  return <span className="quiet">{output !== undefined && <MarkedText text={output.text} />}</span>;
}

function failedCell({ failed }: TraceSummary): ReactNode {
  return failed > 0 && <span className="bad">{writeCount(failed)}</span>;
}

function durationCell({ duration_ns: text }: TraceSummary): ReactNode {
  const ns = BigInt(text);
  return <span title={writeExactDuration(ns)}>{writeDuration(ns)}</span>;
}

/**
 * Functions that return a trace's value for a column, keyed by column id. If the user filters by such a value, the
 * filter matches spans that have this value.
 */
const traceValues: Readonly<Record<string, (trace: TraceSummary) => ShownValue | undefined>> = {
  start: ({ start_time }) => shownValue('Start', undefined, start_time),
  name: ({ root }) => shownValue('Name', { field: 'span_name' }, root?.span_name),
  service: ({ root }) => shownValue('Service', { field: 'service_name' }, root?.service_name),
  type: ({ root }) => shownValue('Type', { field: 'span_type' }, root?.span_type),
  user: ({ user_id }) => shownValue('User', { field: 'attributes', key: 'ag.user.id' }, user_id),
  session: ({ session_id }) =>
    shownValue('Session', { field: 'attributes', key: 'ag.session.id' }, session_id),
  model: ({ models: [model, ...others] }) =>
    others.length > 0
      ? undefined
      : shownValue('Model', { field: 'attributes', key: 'ag.meta.response.model' }, model),
  duration: ({ duration_ns }) => shownValue('Duration in ns', undefined, duration_ns),
  tokens: ({ tokens: { total } }) => shownValue('Tokens', undefined, total),
  cost: ({ costs: { total } }) => shownValue('Cost', undefined, total),
  trace: ({ trace_id }) => shownValue('Trace', { field: 'trace_id' }, trace_id),
};
