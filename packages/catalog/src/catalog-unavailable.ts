import { AppError } from '@spanhouse/service-runtime';

export function catalogUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('CATALOG_UNAVAILABLE', message, { retryable: true, cause });
}
