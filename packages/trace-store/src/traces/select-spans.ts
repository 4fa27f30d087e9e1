import { type StoredSpan, storedSpanColumns } from '@spanhouse/span-row';
import { bindTime, oneLine, type Statement, sql } from '../connection/statement.js';
import { listed, version } from '../selection/listed-columns.js';
import { notExpired } from '../selection/selection-conditions.js';
import { lookUp, plainLookUp } from '../selection/statement-settings.js';
import type { TimeRange } from '../selection/time-ranges.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanPart } from '../span-parts.js';

/** Facts about the rows of a look-up. With these facts, ClickHouse does less work. */
export interface KnownRows {
  readonly hasVersions: boolean;
  readonly hasExpired: boolean;
  /** Time range in which the rows were received. ClickHouse skips parts of the table that contain no such rows. */
  readonly received?: TimeRange | undefined;
  /** Parts of the spans that are not needed. */
  readonly unread?: readonly SpanPart[] | undefined;
}

/**
 * Selects complete rows. If spans may have several versions, versions with the same start are ordered so that the
 * current version comes last.
 */
export function selectSpans(ids: SpanIds, known: KnownRows): Statement {
  const { hasVersions, hasExpired, received, unread } = known;
  const conditions = idConditions(ids);
  if (hasExpired) {
    conditions.push(notExpired);
  }
  if (received !== undefined) {
    conditions.push(`received_at >= ${bindTime(received.from)}`);
    conditions.push(`received_at <= ${bindTime(received.to)}`);
  }
  const order = ' ORDER BY start_time, trace_id, span_id, received_at, log_offset';
  return sql`
    SELECT ${listed(storedSpanColumns, unread)} FROM spans
    WHERE ${conditions.join(' AND ')}${hasVersions ? order : ''}
    ${ids.deleted.length === 0 ? plainLookUp : lookUp} FORMAT RowBinary
  `;
}

/** Selects the key of the current version of each span, in any order. */
export function selectVersions(ids: SpanIds): Statement {
  return sql`${newestVersions(idConditions(ids))} FORMAT TabSeparated`;
}

/** Selects the keys of the spans that a look-up returns, in the order (start_time, trace_id, span_id). */
export function selectShownKeys(ids: SpanIds): Statement {
  return sql`
    ${newestVersions([...idConditions(ids), notExpired])}
    ORDER BY newest.3, trace_id, span_id ${lookUp} FORMAT TabSeparated
  `;
}

/** Returns SQL for the keys of the current versions, in the format that `decodeKeys` reads. */
function newestVersions(conditions: readonly string[]): string {
  return oneLine`
    SELECT toUnixTimestamp64Nano(newest.3), lower(hex(trace_id)), lower(hex(span_id)), toUnixTimestamp64Nano(newest.1)
    FROM (SELECT trace_id, span_id, max(${version}) AS newest
    FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)
  `;
}

/**
 * Returns the current version of each span: the row received last or, among rows received at the same time, the last
 * row in the list. Such rows MUST be ordered by log_offset, so that the result is the same as in SQL.
 */
export function currentVersions(rows: readonly StoredSpan[]): readonly StoredSpan[] {
  const current = new Map<string, StoredSpan>();
  for (const row of rows) {
    const id = row.trace_id + row.span_id;
    const known = current.get(id);
    if (known === undefined || known.received_at <= row.received_at) {
      current.set(id, row);
    }
  }
  return [...current.values()];
}
