import { AppError } from '../app-error.js';
import { BodyReadError } from './body-read-error.js';
import {
  accessDenied,
  badRequest,
  contentTooLarge,
  deadlineExceeded,
  HttpProblem,
  internalError,
  notYetVisible,
  serviceUnavailable,
  tooManyRequests,
  unauthorizedRequest,
  unsupportedMediaType,
} from './http-problem.js';

const RETRY_AFTER_SECONDS = 1;
const SHARE_EXHAUSTED = 'Too many bytes of this project are being received. Please retry later.';

const PROBLEM_BY_CODE: Readonly<Record<string, (error: AppError) => HttpProblem>> = {
  CLICKHOUSE_UNAVAILABLE: (error) =>
    serviceUnavailable('storage_unavailable', RETRY_AFTER_SECONDS, error),
  CATALOG_UNAVAILABLE: (error) =>
    serviceUnavailable('storage_unavailable', RETRY_AFTER_SECONDS, error),
  LOG_UNAVAILABLE: (error) => serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS, error),
  UNAUTHORIZED: unauthorizedRequest,
  FORBIDDEN: accessDenied,
  DEADLINE_EXCEEDED: deadlineExceeded,
  NOT_YET_VISIBLE: notYetVisible,
};

/** The one place where faults become responses. */
export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof BodyReadError) return fromBodyReadError(error);
  if (error instanceof AppError && Object.hasOwn(PROBLEM_BY_CODE, error.code)) {
    return PROBLEM_BY_CODE[error.code]?.(error) ?? internalError(error);
  }
  return internalError(error);
}

function fromBodyReadError(error: BodyReadError): HttpProblem {
  switch (error.reason) {
    case 'too_large':
      return contentTooLarge(error.limitBytes, error);
    case 'damaged':
      return badRequest('Failed to decompress the request body.', error);
    case 'unknown_encoding':
      return unsupportedMediaType('Unsupported Content-Encoding.', error);
    case 'overloaded':
      return serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS, error);
    case 'share_exhausted':
      return tooManyRequests(SHARE_EXHAUSTED, RETRY_AFTER_SECONDS);
    case 'aborted':
      return badRequest('The request body ended early.', error);
  }
}
