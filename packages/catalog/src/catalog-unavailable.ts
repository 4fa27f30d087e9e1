import { AppError } from '@spanhouse/service-runtime';

export function catalogUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('CATALOG_UNAVAILABLE', message, { retryable: true, cause });
}

/** Everything that goes wrong with the database is an outage of it. */
export async function attempt<T>(what: 'read' | 'written', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw catalogUnavailable(`the catalog cannot be ${what}`, error);
  }
}
