import { storedSpanColumns } from '@spanhouse/span-row';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { listed } from '../selection/listed-columns.js';
import { notExpired } from '../selection/selection-conditions.js';
import { lookUp, plainLookUp } from '../selection/statement-settings.js';
import type { TimeRange } from '../selection/time-ranges.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanPart } from '../span-parts.js';

/** Facts about the rows of a look-up. They reduce the work of ClickHouse. */
export interface KnownRows {
  readonly hasVersions: boolean;
  readonly hasExpired: boolean;
  /** The time range in which the rows were received. ClickHouse skips parts without such rows. */
  readonly received?: TimeRange | undefined;
  /** Parts of the rows that are not needed. */
  readonly unread?: readonly SpanPart[] | undefined;
}

/**
 * Selects whole rows. If spans may have several versions, versions with the same start are ordered, and the current
 * version comes last.
 */
export function selectSpans(ids: SpanIds, known: KnownRows): Statement {
  const { hasVersions, hasExpired, received, unread } = known;
  const parameters = new StatementParameters();
  const conditions = idConditions(ids, parameters);
  if (hasExpired) {
    conditions.push(notExpired);
  }
  if (received !== undefined) {
    conditions.push(`received_at >= ${parameters.bindTime(received.from)}`);
    conditions.push(`received_at <= ${parameters.bindTime(received.to)}`);
  }
  const order = ' ORDER BY start_time, trace_id, span_id, received_at, log_offset';
  return parameters.statement`
    SELECT ${listed(storedSpanColumns, unread)} FROM spans
    WHERE ${conditions.join(' AND ')}${hasVersions ? order : ''}
    ${ids.deleted.length === 0 ? plainLookUp : lookUp} FORMAT RowBinary
  `;
}
