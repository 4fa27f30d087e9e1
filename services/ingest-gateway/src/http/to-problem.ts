import {
  HttpProblem,
  internalError,
  serviceUnavailable,
  shownInput,
  tooComplex,
  unprocessable,
} from '@spanhouse/api-kit';
import { AppError } from '@spanhouse/service-runtime';
import type { AllSpansRefused } from '@spanhouse/span-intake';
import type { ValidationDetail } from '@spanhouse/span-schema';
import type { IngestSpansOutcome } from '../ingest/ingest-spans.js';

/** The outcomes that have no receipt. */
type NotIngested = Exclude<IngestSpansOutcome, { status: 'accepted' }>;

/**
 * Converts the outcome of a request without accepted spans to an error response. docs/api/errors.md lists the codes and
 * messages. If the log has given a reason, the reason is logged but not sent.
 */
export function toProblem(outcome: NotIngested): HttpProblem {
  switch (outcome.status) {
    case 'unprocessable':
      return allSpansRefused(outcome);
    case 'too_complex':
      return tooComplex(outcome.reason);
    case 'retryable':
      return serviceUnavailable(
        'log_unavailable',
        outcome.retryAfterSeconds,
        new AppError('LOG_UNAVAILABLE', outcome.reason, { retryable: true }),
      );
    case 'failed':
      return internalError(new AppError('LOG_REFUSED', outcome.reason));
  }
}

/**
 * Returns the 422 for a request without valid spans. The response lists each fault and each dropped span; see
 * docs/api/ingest.md.
 */
function allSpansRefused({ detail, dropped }: AllSpansRefused): HttpProblem {
  return new HttpProblem(422, { detail: detail.map(withShownInput), dropped });
}

/** Returns the 422 for a body that does not fit the model. */
export function modelMismatch(detail: readonly ValidationDetail[]): HttpProblem {
  return unprocessable(detail.map(withShownInput));
}

/** Removes a large input value from an error entry, so that the response to a body of many megabytes stays small. */
function withShownInput({ input, ...entry }: ValidationDetail) {
  return { ...entry, ...shownInput(input) };
}
