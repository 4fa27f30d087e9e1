import type { InFlightBytes } from '@spanhouse/api-kit';
import type { ReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { IngestLimits } from '../config.js';
import type { IngestSpans } from '../ingest/ingest-spans.js';
import type { GatewayMetrics } from '../metrics.js';
import type { AuthenticateRequest } from './authenticate.js';

/** The dependencies that all routes share. */
export interface RouteDependencies {
  readonly authenticate: AuthenticateRequest;
  readonly ingestSpans: IngestSpans;
  readonly receiptClock: ReceiptClock;
  readonly limits: IngestLimits;
  readonly inFlight: InFlightBytes;
  readonly metrics: GatewayMetrics;
}
