import { AppError } from './app-error.js';

/** No credentials, or none that are known. */
export function unauthorized(): AppError {
  return new AppError('UNAUTHORIZED', 'no known credentials');
}

/** Known, and not allowed to do this. */
export function forbidden(reason: string): AppError {
  return new AppError('FORBIDDEN', reason);
}
