export interface AppErrorOptions {
  /** True if the same call may succeed later. Default: false. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/**
 * A fault. `code` is stable and meant for programs; the message states what failed and where, and never contains
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

/** Returns an AppError as it is, and wraps any other value with `code` and `message`. */
export function toAppError(error: unknown, code: string, message: string): AppError {
  return error instanceof AppError ? error : new AppError(code, message, { cause: error });
}

/** The fault of a request without known credentials. */
export function unauthorized(): AppError {
  return new AppError('UNAUTHORIZED', 'no known credentials');
}

/** The fault of a request whose credentials do not have the form that the route reads. */
export function unreadableCredentials(): AppError {
  return new AppError('CREDENTIALS_UNREADABLE', 'the credentials are no API key');
}

/** The fault of a known caller without the necessary permission. */
export function forbidden(reason: string): AppError {
  return new AppError('FORBIDDEN', reason);
}
