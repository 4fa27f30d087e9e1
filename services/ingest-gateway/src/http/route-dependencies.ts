import type { InFlightBytes, ReceiptClock } from '@spanhouse/service-runtime';
import type { IngestLimits } from '../config.js';
import type { IngestSpans } from '../ingest/ingest-spans.js';
import type { GatewayMetrics } from '../metrics.js';
import type { AuthenticateRequest } from './authenticate.js';

/** What the routes have in common. */
export interface RouteDependencies {
  readonly authenticate: AuthenticateRequest;
  readonly ingestSpans: IngestSpans;
  readonly receiptClock: ReceiptClock;
  readonly limits: IngestLimits;
  readonly inFlight: InFlightBytes;
  readonly metrics: GatewayMetrics;
}
