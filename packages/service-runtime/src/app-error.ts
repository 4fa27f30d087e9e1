export interface AppErrorOptions {
  /** The same call may succeed later. Default false. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** A fault: `code` is stable and for machines, the message names what failed and where, never payloads. */
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

export function toAppError(error: unknown, code: string, message: string): AppError {
  return error instanceof AppError ? error : new AppError(code, message, { cause: error });
}
