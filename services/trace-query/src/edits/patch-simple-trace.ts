import { type HttpRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import {
  parseTraceId,
  type SimpleTraceEdit,
  toValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { simpleTraceEditRequestSchema } from '@spanhouse/span-schema/api';
import { readRoute } from '../http/read-handler.js';
import { nothingFound } from '../http/send-json.js';
import { parseBody } from '../requests/parse-or-422.js';
import type { EditServices } from './edit-services.js';
import { lookUpSimpleTrace } from './find-root.js';
import { publishRoot } from './publish-root.js';

interface PatchRequest {
  readonly traceId: string | undefined;
  readonly edit: SimpleTraceEdit;
}

/**
 * Replaces the given members of a simple trace; the rest of its span stays unchanged. An invalid id
 * is treated as unknown.
 */
export function patchSimpleTrace(services: EditServices): Route {
  return readRoute<PatchRequest>(services, 'PATCH /simple/traces/:trace_id', {
    kind: 'edit',
    need: 'edit_spans',
    parse: (req) => parsePatch(req, services.settings.bodyLimitBytes),
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
      const outcome = await publishRoot({ root, edit, principal, requestId }, services);
      if (outcome.status === 'refused') {
        throw unprocessable([toValidationDetail(valueError(outcome.reason), ['body', 'trace'])]);
      }
      setReceipt(outcome.receipt);
      return { count: 1, trace: outcome.view };
    },
  });
}

async function parsePatch(req: HttpRequest, limitBytes: number): Promise<PatchRequest> {
  const { trace: edit } = await parseBody(req, simpleTraceEditRequestSchema, limitBytes);
  return { traceId: parseTraceId(req.params['trace_id']), edit };
}
