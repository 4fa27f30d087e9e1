import { AppError } from '@spanhouse/service-runtime';
import { reasonOf } from '../reason-of.js';

/** The protocol's name of an error (`ILLEGAL_GENERATION`), also inside kafkajs' wrappers. */
export const kafkaErrorType = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('type' in error && typeof error.type === 'string') return error.type;
  if ('errors' in error && Array.isArray(error.errors)) return kafkaErrorType(error.errors[0]);
  return 'cause' in error ? kafkaErrorType(error.cause) : undefined;
};

export const toLogUnavailable = (error: unknown, what: string): AppError =>
  error instanceof AppError
    ? error
    : new AppError('LOG_UNAVAILABLE', `${what}: ${reasonOf(error)}`, {
        retryable: true,
        cause: error,
      });
