import {
  AppError,
  HttpProblem,
  internalError,
  serviceUnavailable,
  shownInput,
  unprocessable,
} from '@spanhouse/service-runtime';
import type { AllSpansRefused, ProblemEntry } from '@spanhouse/span-intake';
import type { IngestSpansOutcome } from '../ingest/ingest-spans.js';

type NotIngested = Exclude<IngestSpansOutcome, { status: 'accepted' }>;

/** Why no span of a request is known to be in the log, as a response. */
export function toProblem(outcome: NotIngested): HttpProblem {
  switch (outcome.status) {
    case 'unprocessable':
      return allSpansRefused(outcome);
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

function allSpansRefused({ detail, dropped }: AllSpansRefused): HttpProblem {
  return new HttpProblem(422, { detail: detail.map(withShownInput), dropped });
}

/** The request itself does not fit the model. */
export function modelMismatch(detail: readonly ProblemEntry[]): HttpProblem {
  return unprocessable(detail.map(withShownInput));
}

/** A refused body of many megabytes does not go back to its sender. */
function withShownInput({ input, ...entry }: ProblemEntry) {
  return { ...entry, ...shownInput(input) };
}
