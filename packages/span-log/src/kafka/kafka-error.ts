import { AppError } from '@spanhouse/service-runtime';

/** The protocol's name of an error (`ILLEGAL_GENERATION`), also inside kafkajs' wrappers. */
export const kafkaErrorType = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if ('type' in error && typeof error.type === 'string') return error.type;
  if ('errors' in error && Array.isArray(error.errors)) return kafkaErrorType(error.errors[0]);
  return kafkaErrorType(error.cause);
};

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const toLogUnavailable = (error: unknown, what: string): AppError =>
  error instanceof AppError
    ? error
    : new AppError('LOG_UNAVAILABLE', `${what}: ${reasonOf(error)}`, {
        retryable: true,
        cause: error,
      });
