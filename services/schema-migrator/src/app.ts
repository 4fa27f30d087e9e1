import { AppError, type Clock, createBackoff, type Logger } from '@spanhouse/service-runtime';

/** A step that prepares one backend. MUST be safe to repeat. */
export interface MigrationStep {
  readonly name: string;
  /**
   * Prepares the backend and resolves with facts for the log. Rejects with a retryable AppError while the backend is
   * unavailable.
   */
  run(): Promise<Readonly<Record<string, unknown>>>;
}

export interface MigrateAllDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Maximum time from the first attempt of the first step to the start of the last attempt. */
  readonly timeoutMs: number;
}

const RETRY_INITIAL_MS = 200;
const RETRY_MAX_MS = 5000;

/**
 * Prepares every backend in the given order. Waits for backends that are still starting. If a step fails or exceeds the
 * time limit, rejects with the step's AppError. Completed steps stay done, and a later run continues after them.
 */
export async function migrateAll(
  steps: readonly MigrationStep[],
  dependencies: MigrateAllDependencies,
): Promise<void> {
  const deadlineMs = dependencies.clock.monotonicMs() + dependencies.timeoutMs;
  for (const step of steps) {
    await runPatiently(step, deadlineMs, dependencies);
  }
}

/** Retries a step with increasing pauses while its error is retryable and the deadline allows another attempt. */
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
      const isInTime = clock.monotonicMs() + delayMs <= deadlineMs;
      if (!(err instanceof AppError && err.retryable && isInTime)) {
        throw err;
      }
      const { code, message: reason } = err;
      logger.warn({ step: step.name, code, reason, delayMs }, 'backend not reachable yet');
      await clock.sleep(delayMs);
    }
  }
}
