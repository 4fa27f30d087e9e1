import { AppError } from '@spanhouse/service-runtime';
import { BodyReadError } from '../bodies/body-read-error.js';
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
  unsupportedEncoding,
} from './http-problem.js';

const RETRY_AFTER_SECONDS = 1;
const acceptedKeys =
  'Send an API key of Spanhouse in the header `authorization: ApiKey <key>`, `authorization: Bearer <key>` or ' +
  '`x-api-key: <key>`, or as the password of Basic credentials. In OpenTelemetry SDKs set ' +
  'OTEL_EXPORTER_OTLP_HEADERS="authorization=ApiKey%20<key>".';
const answersOfProject =
  'Too many bytes of the answers of this project are not read yet. Please retry later.';
const shareExhausted = 'Too many bytes of this project are being received. Please retry later.';

const problemByCode: Readonly<Record<string, (error: AppError) => HttpProblem>> = {
  CLICKHOUSE_UNAVAILABLE: (error) =>
    serviceUnavailable('storage_unavailable', RETRY_AFTER_SECONDS, error),
  CATALOG_UNAVAILABLE: (error) =>
    serviceUnavailable('storage_unavailable', RETRY_AFTER_SECONDS, error),
  LOG_UNAVAILABLE: (error) => serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS, error),
  ANSWERS_OVERLOADED: (error) => serviceUnavailable('overloaded', RETRY_AFTER_SECONDS, error),
  ANSWER_SHARE_EXHAUSTED: () => tooManyRequests(answersOfProject, RETRY_AFTER_SECONDS),
  UNAUTHORIZED: (error) => unauthorizedRequest(error),
  CREDENTIALS_UNREADABLE: (error) => unauthorizedRequest(error, acceptedKeys),
  FORBIDDEN: accessDenied,
  DEADLINE_EXCEEDED: deadlineExceeded,
  NOT_YET_VISIBLE: notYetVisible,
};

/** Turns any thrown value into the answer of the API. Only this function maps faults to statuses. */
export function toHttpProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) {
    return error;
  }
  if (error instanceof BodyReadError) {
    return fromBodyReadError(error);
  }
  if (error instanceof AppError && Object.hasOwn(problemByCode, error.code)) {
    return problemByCode[error.code]?.(error) ?? internalError(error);
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
      return unsupportedEncoding(error);
    case 'overloaded':
      return serviceUnavailable('log_unavailable', RETRY_AFTER_SECONDS, error);
    case 'share_exhausted':
      return tooManyRequests(shareExhausted, RETRY_AFTER_SECONDS);
    case 'aborted':
      return badRequest('The request body ended early.', error);
  }
}
