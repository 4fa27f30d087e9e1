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

/** The outcomes without a receipt. */
type NotIngested = Exclude<IngestSpansOutcome, { status: 'accepted' }>;

/**
 * Turns the outcome of a request without accepted spans into an answer. The codes and texts are listed in
 * docs/api/errors.md. The reason that the log gave is logged, but not sent.
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

/** Every span is invalid: the 422 lists each fault and each dropped span; see docs/api/ingest.md. */
function allSpansRefused({ detail, dropped }: AllSpansRefused): HttpProblem {
  return new HttpProblem(422, { detail: detail.map(withShownInput), dropped });
}

/** The 422 of a body that does not fit the model. */
export function modelMismatch(detail: readonly ValidationDetail[]): HttpProblem {
  return unprocessable(detail.map(withShownInput));
}

/** Leaves large values out, so that a refused body of many megabytes is not sent back. */
function withShownInput({ input, ...entry }: ValidationDetail) {
  return { ...entry, ...shownInput(input) };
}
