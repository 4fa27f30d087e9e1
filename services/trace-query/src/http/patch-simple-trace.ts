import {
  type HttpRequest,
  type Route,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/service-runtime';
import { parseTraceId, type SimpleTraceEdit, simpleTraceEditRequest } from '@spanhouse/span-schema';
import { lookUpSimpleTrace } from '../simple-traces/find-root.js';
import { publishRoot } from '../simple-traces/publish-root.js';
import type { EditServices } from './edit-services.js';
import { createReadHandler } from './read-handler.js';
import { readJsonObject } from './read-json-body.js';

interface PatchRequest {
  readonly traceId: string | undefined;
  readonly edit: SimpleTraceEdit;
}

/** Replaces the members that are given; the rest of the span stays as it is. */
export function patchSimpleTrace(services: EditServices): Route {
  const handler = createReadHandler<PatchRequest>(services, {
    kind: 'edit',
    need: 'edit_spans',
    parse: (req) => parsePatch(req, services.settings.bodyLimitBytes),
    async answer({ traceId, edit }, context) {
      const { principal, reader, signal, requestId, setReceipt } = context;
      if (traceId === undefined) return ['{"count":0}'];
      const { project_id } = principal;
      const wanted = { project_id, trace_id: traceId };
      const root = await lookUpSimpleTrace(wanted, reader, signal);
      if (root === undefined) return ['{"count":0}'];
      const outcome = await publishRoot({ root, edit, principal, requestId }, services);
      if (outcome.status === 'refused') throw refusal(outcome.reason);
      setReceipt(outcome.receipt);
      return ['{"count":1,"trace":', outcome.view, '}'];
    },
  });
  return { method: 'PATCH', path: '/simple/traces/:trace_id', mirrored: true, handler };
}

async function parsePatch(req: HttpRequest, limitBytes: number): Promise<PatchRequest> {
  const body = await readJsonObject(req, limitBytes);
  const parsed = simpleTraceEditRequest.safeParse(body);
  if (!parsed.success) throw unprocessable(toValidationDetails(parsed.error, body));
  return { traceId: parseTraceId(req.params['trace_id']), edit: parsed.data.trace };
}

function refusal(reason: string) {
  const msg = `Value error, ${reason}`;
  return unprocessable([{ type: 'value_error', loc: ['body', 'trace'], msg }]);
}
