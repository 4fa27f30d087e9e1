import { badRequest, type HttpRequest, notFound, type Route } from '@spanhouse/api-kit';
import { createProtobufForm, jsonForm, type TraceForm } from '@spanhouse/span-dialects/tempo';
import { sendBytes } from '../../http/send-bytes.js';
import { TempoParameters } from '../parse-tempo-parameters.js';
import { type TempoServices, tempoRoute } from '../tempo-services.js';
import { emptyTrace, layOutTrace, type TraceRequest } from './lay-out-trace.js';
import { parseTraceQuery } from './parse-trace-query.js';
import { selectInTrace } from './select-in-trace.js';

/** Returns a trace by id, in both versions of the route. `start` and `end` do not cut it. */
export function getTempoTrace(services: TempoServices): readonly Route[] {
  return [
    traceRoute(services, 'GET /api/traces/:trace_id', 1),
    traceRoute(services, 'GET /api/v2/traces/:trace_id', 2),
  ];
}

function traceRoute(
  services: TempoServices,
  name: `GET /${string}`,
  version: TraceRequest['version'],
): Route {
  const protobufForm = createProtobufForm();
  const limitBytes = services.tempo.traceLimitBytes;
  return tempoRoute(services, name, {
    kind: 'look_up',
    parse(req) {
      new TempoParameters(req).range();
      const form = acceptsProtobuf(req) ? protobufForm : jsonForm;
      const selected = version === 1 ? undefined : parseTraceQuery(req);
      return { form, selected, trace_id: parseTempoTraceId(req.params['trace_id']) };
    },
    async send({ form, selected, trace_id }, { res, context }) {
      const { contentType } = form;
      const { reader, principal, costs, signal } = context;
      const ids = { project_id: principal.project_id, trace_ids: [trace_id] };
      for await (const [trace] of reader.streamFoundTraces(ids, { signal, deadline: 'each' })) {
        if (trace !== undefined) {
          const positions = selected && (await selectInTrace(trace, selected));
          const pieces = await layOutTrace(trace, { form, version, limitBytes, positions });
          costs.isUnderWay = Symbol.asyncIterator in pieces;
          await sendBytes(res, { contentType, pieces }, costs); // a large trace is read while it is sent
          return 'answered';
        }
      }
      await sendBytes(res, { contentType, pieces: unknownTrace(form, version) }, costs);
      return 'answered';
    },
  });
}

/**
 * Returns the answer for an unknown trace. Version 2 has no 404, because a data source would take the server for an old
 * Tempo and try version 1.
 */
function unknownTrace(form: TraceForm, version: TraceRequest['version']): readonly Uint8Array[] {
  if (version === 1) {
    throw notFound('trace not found');
  }
  return emptyTrace(form);
}

function acceptsProtobuf({ headers }: HttpRequest): boolean {
  return headers.accept?.includes('application/protobuf') ?? false;
}

const LONG_ID = 32;
/** A path of Tempo in the position of a trace id. */
const otherPath = 'diff';

/** Parses a trace id to 32 hex digits. Throws the 400 of Tempo for an invalid id. */
function parseTempoTraceId(text = ''): string {
  if (text === otherPath) {
    throw notFound();
  }
  if (!/^[0-9a-f]+$/i.test(text)) {
    throw badRequest('trace IDs can only contain hex characters');
  }
  if (text.length > LONG_ID) {
    throw badRequest("trace IDs can't be larger than 128 bits");
  }
  return text.toLowerCase().padStart(LONG_ID, '0');
}
