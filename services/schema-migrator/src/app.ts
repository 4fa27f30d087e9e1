import { AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';

/** One backend to prepare. Running it again MUST be harmless. */
export interface MigrationStep {
  readonly name: string;
  /** Resolves with facts for the log; rejects with a retryable AppError while the backend is away. */
  run(): Promise<Readonly<Record<string, unknown>>>;
}

export interface MigrateAllDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  /** No attempt begins later than this after the start. */
  readonly timeoutMs: number;
}

const RETRY_INITIAL_MS = 200;
const RETRY_MAX_MS = 5000;

/**
 * Prepares every backend, in the given order, and waits for those that are still coming up.
 * Rejects with the AppError of the first step that cannot succeed, or did not in time; what was
 * prepared before stays, and the next run continues there.
 */
export async function migrateAll(
  steps: readonly MigrationStep[],
  dependencies: MigrateAllDependencies,
): Promise<void> {
  const deadlineMs = dependencies.clock.nowMs() + dependencies.timeoutMs;
  for (const step of steps) {
    await runPatiently(step, deadlineMs, dependencies);
  }
}

async function runPatiently(
  step: MigrationStep,
  deadlineMs: number,
  { clock, logger }: MigrateAllDependencies,
): Promise<void> {
  const backoff = createBackoff({ initialMs: RETRY_INITIAL_MS, maxMs: RETRY_MAX_MS });
  for (;;) {
    try {
      const facts = await step.run();
      logger.info({ step: step.name, ...facts }, 'migrated');
      return;
    } catch (err) {
      const delayMs = backoff.nextDelayMs();
      const isInTime = clock.nowMs() + delayMs <= deadlineMs;
      if (!(err instanceof AppError && err.retryable && isInTime)) throw err;
      const { code, message: reason } = err;
      logger.warn({ step: step.name, code, reason, delayMs }, 'backend not reachable yet');
      await clock.sleep(delayMs);
    }
  }
}
