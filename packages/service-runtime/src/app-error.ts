export interface AppErrorOptions {
  /** True if the same call may succeed later; false by default. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/**
 * A fault. `code` is stable and intended for programs. The message describes what failed and where, and never contains
 * payloads.
 */
export class AppError extends Error {
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}

/** Returns an AppError unchanged, and wraps any other value with `code` and `message`. */
export function toAppError(error: unknown, code: string, message: string): AppError {
  return error instanceof AppError ? error : new AppError(code, message, { cause: error });
}

/** Creates the error for a request without known credentials. */
export function unauthorized(): AppError {
  return new AppError('UNAUTHORIZED', 'no known credentials');
}

/** Creates the error for a request with malformed credentials. */
export function unreadableCredentials(): AppError {
  return new AppError('CREDENTIALS_UNREADABLE', 'the credentials are no API key');
}

/** Creates the error for a known caller who lacks the required permission. */
export function forbidden(reason: string): AppError {
  return new AppError('FORBIDDEN', reason);
}
