import { type HttpProblem, type HttpRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import { editSimpleTrace, readIngestRequest } from '@spanhouse/span-intake';
import { partitionOfTrace } from '@spanhouse/span-log/publisher';
import {
  decodeSpanRows,
  ROW_SCHEMA_VERSION,
  type RowContext,
  SpanRowEncoder,
  type StoredSpan,
} from '@spanhouse/span-row';
import {
  type CanonicalSpan,
  type JsonObject,
  parseTraceId,
  type SimpleTraceEdit,
  type SpanMetrics,
  type SpanPricing,
  type SubmittedCumulative,
  toValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { simpleTraceEditRequestSchema } from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { nothingFound } from '../http/send-json.js';
import { parseBody } from '../requests/parse-or-422.js';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';
import { writeSpanJson } from '../span-json/write-span-json.js';
import type { EditServices } from './edit-services.js';
import { lookUpSimpleTrace, viewSimpleTrace } from './view-simple-trace.js';

interface PatchRequest {
  readonly traceId: string | undefined;
  readonly edit: SimpleTraceEdit;
}

/** Replaces the given members of a simple trace and keeps all other members. An invalid id is treated as unknown. */
export function patchSimpleTrace(services: EditServices): Route {
  return readRoute<PatchRequest>(services, 'PATCH /simple/traces/:trace_id', {
    kind: 'edit',
    need: 'edit_spans',
    parse: parsePatch,
    async answer({ traceId, edit }, context) {
      const { principal, reader, signal, requestId, setReceipt } = context;
      if (traceId === undefined) {
        return nothingFound;
      }
      const { project_id } = principal;
      const wanted = { project_id, trace_id: traceId };
      const root = await lookUpSimpleTrace(wanted, reader, signal);
      if (root === undefined) {
        return nothingFound;
      }
      const { receipt, view } = await publishRoot({ root, edit, principal, requestId }, services);
      setReceipt(receipt);
      return { count: 1, trace: view };
    },
  });
}

async function parsePatch(req: HttpRequest, limitBytes: number): Promise<PatchRequest> {
  const { trace: edit } = await parseBody(req, simpleTraceEditRequestSchema, limitBytes);
  return { traceId: parseTraceId(req.params['trace_id']), edit };
}

/** A caller's edit of a stored root span. */
interface RootEdit {
  readonly root: StoredSpan;
  readonly edit: SimpleTraceEdit;
  readonly principal: Principal;
  readonly requestId: string;
}

/**
 * Publishes the edited span as a new version of the stored span. Rejects with the errors of `publishEdit`, and with a
 * 422 if the edited span is invalid.
 */
async function publishRoot(
  { root, edit, principal, requestId }: RootEdit,
  { publisher, publishEdit, receiptClock, settings }: EditServices,
): Promise<{ readonly receipt: string; readonly view: JsonObject }> {
  const edited = editRoot(root, edit);
  const context = contextOf(root, principal, receiptClock.next());
  const encoder = new SpanRowEncoder();
  const limitBytes = Math.min(settings.spanLimitBytes, publisher.maxRecordBytes);
  if (encoder.encode(edited, context, limitBytes) === undefined) {
    throw refused(`A span has at most ${limitBytes} bytes.`);
  }
  const rows = encoder.take();
  const { project_id: projectId, received_at: receivedAt, retention_days } = context;
  const receipt = await publishEdit({
    projectId,
    receivedAt,
    requestId,
    rows,
    spanCount: 1,
    retentionDays: retention_days,
    partition: partitionOfTrace(projectId, root.trace_id, publisher.partitionCount),
    rowSchemaVersion: ROW_SCHEMA_VERSION,
  });
  const [stored = root] = decodeSpanRows(rows, ROW_SCHEMA_VERSION);
  return { receipt, view: viewSimpleTrace(stored) };
}

/**
 * Returns the context of the new row. Even if host clocks differ, the new receive time is later than the receive time
 * of the row to replace.
 */
function contextOf(root: StoredSpan, principal: Principal, now: bigint): RowContext {
  const isLater = now > root.received_at;
  return {
    project_id: principal.project_id,
    received_at: isLater ? now : root.received_at + 1n,
    created_by_id: root.created_by_id,
    retention_days: principal.retention_days ?? 0,
    edit: { created_at: root.created_at, updated_by_id: principal.user_id },
  };
}

function refused(reason: string): HttpProblem {
  return unprocessable([toValidationDetail(valueError(reason), ['body', 'trace'])]);
}

/**
 * Applies an edit to a stored span. References, links and hashes are derived again, as for a submitted span; metrics
 * and prices are kept.
 */
function editRoot(stored: StoredSpan, edit: SimpleTraceEdit): CanonicalSpan {
  const shown = toShown(stored);
  editSimpleTrace(shown, edit);
  const outcome = readIngestRequest(
    { spans: [shown] },
    { receivedAt: stored.received_at, createSpanName: () => stored.span_name },
  );
  const span = outcome.status === 'accepted' ? outcome.spans[0] : undefined;
  if (span === undefined) {
    const dropped = 'dropped' in outcome ? outcome.dropped[0] : undefined;
    throw refused(dropped?.message ?? 'The edited span cannot be read.');
  }
  return { ...span, ...keptMembers(stored, edit) };
}

const noAttributes = '{"ag":{"data":{}}}';

/** Converts the span to the format of reads, but keeps the outputs as they are stored. */
function toShown(stored: StoredSpan): JsonObject {
  const frame = parseStoredJson<JsonObject>(writeSpanJson({ ...stored, attributes: noAttributes }));
  const { type = {} } = (frame['attributes'] as { ag: JsonObject }).ag;
  const attributes = parseStoredJson<{ ag: JsonObject } & JsonObject>(stored.attributes);
  return { ...frame, attributes: { ...attributes, ag: { ...attributes.ag, type } } };
}

function keptMembers(stored: StoredSpan, edit: SimpleTraceEdit) {
  const { metrics, submitted_cumulative: cumulative, has_mapped_usage, pricing } = stored;
  const isAnnotation = stored.trace_type === 'annotation' || edit.links !== undefined;
  return {
    trace_type: isAnnotation ? 'annotation' : 'invocation',
    metrics: parseStoredJson<SpanMetrics>(metrics),
    submitted_cumulative: parseIfStored<SubmittedCumulative>(cumulative),
    has_mapped_usage,
    pricing: parseIfStored<SpanPricing>(pricing),
  } as const;
}
