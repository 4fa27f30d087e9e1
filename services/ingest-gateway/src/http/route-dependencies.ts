import type { HttpErrorHandler, HttpMiddleware, InFlightBytes } from '@spanhouse/api-kit';
import type { ReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { IngestLimits } from '../config.js';
import type { IngestSpans } from '../ingest/ingest-spans.js';
import type { GatewayMetrics } from '../metrics.js';

/** The dependencies that all routes share. */
export interface RouteDependencies {
  /** Resolves the sender of a request. `principalOf` then returns the sender. */
  readonly authenticate: HttpMiddleware;
  /** Logs requests that are refused because they are malformed or too large. */
  readonly onFailure: HttpErrorHandler;
  readonly ingestSpans: IngestSpans;
  readonly receiptClock: ReceiptClock;
  readonly limits: IngestLimits;
  readonly inFlight: InFlightBytes;
  readonly metrics: GatewayMetrics;
}
