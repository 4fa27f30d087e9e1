import { AppError } from '@spanhouse/service-runtime';

/** Creates the retryable error that every method throws while the database does not respond. */
export function catalogUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('CATALOG_UNAVAILABLE', message, { retryable: true, cause });
}

/** Runs a statement. Reports any error as an outage of the database. */
export async function attempt<T>(what: 'read' | 'written', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw catalogUnavailable(`the catalog cannot be ${what}`, error);
  }
}
