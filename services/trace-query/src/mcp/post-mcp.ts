import {
  badRequest,
  createOriginCheck,
  HttpProblem,
  type HttpRequest,
  type HttpResponse,
  type Route,
  readRequiredJson,
  refuseForeignRequests,
} from '@spanhouse/api-kit';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { PageSettings } from '../config.js';
import { readRoute } from '../http/read-handler.js';
import { type Message, serveMessage } from './serve-message.js';
import type { ToolServices } from './tools/tool.js';

/** Maximum number of JSON values in a message, which is more than any call needs. */
const MAX_VALUES = 10_000;
const jsonType = 'application/json';
const eventsType = 'text/event-stream';

/**
 * Creates the route that offers read-only tools to models through the Model Context Protocol, over streamable HTTP and
 * without sessions; see docs/mcp.md.
 */
export function postMcp(services: ToolServices, pages: PageSettings): Route {
  const refuseOrigin = createOriginCheck(pages);
  const { bodyLimitBytes: limitBytes } = services.settings;
  const route = readRoute<Message>(services, 'POST /mcp', {
    mirrored: false,
    kind: 'mcp',
    async parse(req) {
      const form = messageForm(req);
      const body = await readRequiredJson(req, { limitBytes, maxValues: MAX_VALUES });
      if (!isJsonObject(body)) {
        throw badRequest('Send one JSON-RPC message, as an object: there are no batches.');
      }
      return { body, form, protocolVersion: req.get('mcp-protocol-version') };
    },
    async send(message, { res, context }) {
      const { status, contentType, text, outcome } = await serveMessage(message, {
        services,
        context,
      });
      context.costs.writeHead(res);
      res.status(status).set('cache-control', 'no-store');
      if (contentType !== null) {
        res.type(contentType);
      }
      res.send(text);
      return outcome;
    },
  });
  return {
    ...route,
    middleware: [refuseForeignRequests(refuseOrigin), ...(route.middleware ?? [])],
    writeProblem,
  };
}

function messageForm(req: HttpRequest): Message['form'] {
  const type = req.accepts([jsonType, eventsType]);
  if (type === false) {
    throw new HttpProblem(406, { detail: `The answer is ${jsonType} or ${eventsType}.` });
  }
  return type === eventsType ? 'events' : 'json';
}

/** Returns the JSON-RPC code for an HTTP status: invalid message, server failure, or refusal. */
function codeOf(status: number): number {
  switch (status) {
    case 400:
    case 422:
      return -32_600;
    case 500:
      return -32_603;
    default:
      return -32_000;
  }
}

/** Writes an error answer as a JSON-RPC error without an id. */
function writeProblem({ status, body }: HttpProblem, _req: HttpRequest, res: HttpResponse): void {
  const detail = body['detail'] as JsonValue;
  const text = isJsonObject(detail)
    ? [detail['message'], detail['hint']].filter(Boolean).join('. ')
    : detail;
  const message = typeof text === 'string' ? text : 'The body is not a JSON-RPC message.';
  const error = { code: codeOf(status), message };
  res.json({ jsonrpc: '2.0', error, id: null });
}
