import { type Clock, type Logger, toAppError } from '@spanhouse/service-runtime';
import type { PromotionFiles, PromotionState, PromotionWish } from './promotion-files.js';

const LOOK_MS = 500;
const RETRY_MS = 5000;

export interface PromotionWatchOptions {
  readonly files: PromotionFiles;
  /** Resolves once the process has the form of the wish, and its state is written. */
  readonly fulfil: (wish: PromotionWish, state: PromotionState | undefined) => Promise<void>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
}

/** Looks for wishes of `npm run promote` until it is closed, and notes why one cannot be fulfilled yet. */
export function watchPromotion(options: PromotionWatchOptions): { close(): Promise<void> } {
  const { files, fulfil, clock, logger } = options;
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
      const [wish, state] = [files.readWish(), files.readState()];
      if (wish === undefined || isFulfilled(wish, state)) {
        return LOOK_MS;
      }
      return await attempt(wish, state);
    } catch (err) {
      logger.error({ err }, 'the files of the promotion are unusable');
      return RETRY_MS;
    }
  }

  async function attempt(wish: PromotionWish, state: PromotionState | undefined): Promise<number> {
    const { promotionId, form } = wish;
    try {
      await fulfil(wish, state);
      files.writeProblem(undefined);
      logger.info({ promotionId, form }, 'form changed');
      return LOOK_MS;
    } catch (err) {
      const { message: problem } = toAppError(
        err,
        'PROMOTION_FAILED',
        'the form cannot be changed',
      );
      logger.warn({ err, promotionId, form }, 'form not changed');
      files.writeProblem({ promotionId, form, problem });
      return RETRY_MS;
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

function isFulfilled(wish: PromotionWish, state: PromotionState | undefined): boolean {
  return state?.promotionId === wish.promotionId && state.form === wish.form;
}
