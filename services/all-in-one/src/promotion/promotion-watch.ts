import { type Clock, createBackoff, type Logger, toAppError } from '@spanhouse/service-runtime';
import type { PromotionFiles, PromotionRequest, PromotionState } from './promotion-files.js';

const LOOK_MS = 500;
const RETRY_MS = 5000;
/** Maximum pause between attempts. It is long because clients' requests have to wait during each attempt. */
const MAX_RETRY_MS = 120_000;

export interface PromotionWatchOptions {
  readonly files: PromotionFiles;
  /** Resolves after the process has the requested form and its state is recorded. */
  readonly fulfil: (request: PromotionRequest, state: PromotionState | undefined) => Promise<void>;
  readonly clock: Pick<Clock, 'setTimer' | 'monotonicMs'>;
  readonly logger: Logger;
}

/**
 * Polls for requests from `npm run promote` until it is closed. If a request cannot be fulfilled yet, records the
 * reason.
 */
export function watchPromotion(options: PromotionWatchOptions): { close(): Promise<void> } {
  const { files, fulfil, clock, logger } = options;
  const attempts = createAttempts(clock);
  let isClosed = false;
  let timer = clock.setTimer(0, look);
  let looking: Promise<void> = Promise.resolve();

  function look(): void {
    looking = lookOnce().then((delayMs) => {
      if (!isClosed) {
        timer = clock.setTimer(delayMs, look);
      }
    });
  }

  async function lookOnce(): Promise<number> {
    try {
      const [request, state] = [files.readRequest(), files.readState()];
      if (request !== undefined && !isFulfilled(request, state) && attempts.isDue(request)) {
        await attempt(request, state);
      }
      return LOOK_MS;
    } catch (err) {
      logger.error({ err }, 'the files of the promotion are unusable');
      return RETRY_MS;
    }
  }

  async function attempt(
    request: PromotionRequest,
    state: PromotionState | undefined,
  ): Promise<void> {
    const { promotionId, form } = request;
    try {
      await fulfil(request, state);
      files.writeProblem(undefined);
      logger.info({ promotionId, form }, 'form changed');
    } catch (err) {
      const { message: problem } = toAppError(
        err,
        'PROMOTION_FAILED',
        'the form cannot be changed',
      );
      logger.warn({ err, promotionId, form }, 'form not changed');
      files.writeProblem({ promotionId, form, problem });
      attempts.failed(request);
    }
  }

  return {
    async close() {
      isClosed = true;
      timer.cancel();
      await looking;
    },
  };
}

/** Creates a schedule of attempts. A failed request is due again after a pause; a new request is due immediately. */
function createAttempts(clock: Pick<Clock, 'monotonicMs'>) {
  const backoff = createBackoff({ initialMs: RETRY_MS, maxMs: MAX_RETRY_MS });
  let failed = { request: '', untilMs: 0 };
  const isFailed = (request: PromotionRequest) => failed.request === JSON.stringify(request);
  return {
    isDue: (request: PromotionRequest) =>
      !isFailed(request) || clock.monotonicMs() >= failed.untilMs,
    failed: (request: PromotionRequest) => {
      if (!isFailed(request)) {
        backoff.reset();
      }
      failed = {
        request: JSON.stringify(request),
        untilMs: clock.monotonicMs() + backoff.nextDelayMs(),
      };
    },
  };
}

function isFulfilled(request: PromotionRequest, state: PromotionState | undefined): boolean {
  return state?.promotionId === request.promotionId && state.form === request.form;
}
