import {
  type HttpRequest,
  type InFlightBytes,
  readBody,
  requireJsonContentType,
  unprocessable,
} from '@spanhouse/service-runtime';
import { parseJsonBody } from '@spanhouse/span-intake';
import type { JsonValue } from '@spanhouse/span-schema';
import type { GatewayMetrics } from '../metrics.js';

export interface JsonBodyOptions {
  readonly limitBytes: number;
  readonly inFlight: InFlightBytes;
  readonly inFlightOwner: string;
  readonly metrics: GatewayMetrics;
}

/** The value of a JSON request; throws the 4xx or 503 of the contract. */
export async function readJsonBody(req: HttpRequest, options: JsonBodyOptions): Promise<JsonValue> {
  requireJsonContentType(req);
  const body = await readBody(req, options);
  options.metrics.bodyRead('json', body.length);
  if (body.length === 0) {
    throw unprocessable([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
  }
  const parsed = parseJsonBody(body);
  if (parsed.status !== 'parsed') {
    throw unprocessable(parsed.detail);
  }
  return parsed.value;
}
