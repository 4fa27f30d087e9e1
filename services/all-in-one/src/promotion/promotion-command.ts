import { randomUUID } from 'node:crypto';
import { AppError, type Clock } from '@spanhouse/service-runtime';
import { type CopyProgress, noProgress } from '@spanhouse/trace-store/moving';
import { isSameTarget } from './promote-config.js';
import type { PromotionFiles, PromotionRequest, PromotionState } from './promotion-files.js';

/** Operations of the command on the backends. Each operation MAY be repeated. */
export interface PromotionBackends {
  /** Resolves with true if the process that owns the data directory is running. */
  isRunning(): Promise<boolean>;
  /** Migrates the target. Rejects with TARGET_IN_USE if the target already has content. */
  prepareTarget(): Promise<void>;
  /** Copies the store; see `copyStore`. */
  copy(state: CopiedState, progress: CopyProgress): Promise<void>;
  /** Compares the embedded installation with the target. Resolves with a line for each difference. */
  verify(state: CopiedState): Promise<readonly string[]>;
}

/** The state of a promotion after the target's log has been recorded. */
export type CopiedState = PromotionState & Required<Pick<PromotionState, 'log'>>;

export interface PromotionCommandOptions {
  readonly files: PromotionFiles;
  readonly backends: PromotionBackends;
  /** The settings of the target's log and catalog. */
  readonly target: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, 'sleep' | 'nowMs'>;
  /** Prints a line for the user of the command. */
  readonly say: (line: string) => void;
}

const LOOK_MS = 250;
/** Maximum time to wait for the process, long enough for a process with a backlog. */
const PATIENCE_MS = 300_000;

/**
 * Runs `npm run promote`: moves an embedded installation to the target. Afterwards, the services of the target can
 * start.
 */
export async function promote(options: PromotionCommandOptions): Promise<void> {
  const { files, backends, say } = options;
  requireOpen(files);
  await requireRunning(options);
  const request = await beginOrContinue(options);
  const state = await untilFulfilled(request, options);
  say('New spans go to the log of the target. Copying what is stored …');
  const progress = (files.readProgress() ?? noProgress) as CopyProgress;
  if (!progress.isComplete) {
    await backends.copy(toCopied(state), progress);
  }
  say('Everything is copied. Start the services of the target with the TOKEN_SECRET that is in');
  say(
    'DATA_DIR/token-secret, let senders use their gateways, and run: npm run promote -- --confirm',
  );
}

/** Runs `--verify`: compares the two installations. */
export async function verify(options: PromotionCommandOptions): Promise<PromotionState> {
  const { files, backends, say } = options;
  requireOpen(files);
  await requireRunning(options);
  const state = files.readState();
  const progress = (files.readProgress() ?? noProgress) as CopyProgress;
  if (state?.form !== 'promoted' || !progress.isComplete) {
    throw refused('the promotion has not copied everything yet: run npm run promote');
  }
  const differences = await backends.verify(toCopied(state));
  for (const difference of differences) {
    say(difference);
  }
  if (differences.length > 0) {
    throw refused('the target does not have everything');
  }
  say('Every accepted span is accounted for in the target.');
  return state;
}

/** Runs `--confirm`: compares the two installations, then ends the embedded one. */
export async function confirm(options: PromotionCommandOptions): Promise<void> {
  const { files, say } = options;
  if (files.readState()?.form !== 'confirmed') {
    const { promotionId } = await verify(options);
    await fulfil({ ...requestOf(files), promotionId, form: 'confirmed' }, options);
  }
  say(
    'The promotion is confirmed. The embedded installation has ended; its data directory is unchanged.',
  );
}

/** Runs `--undo`: returns to the embedded log and catalog. All spans accepted since the promotion are kept. */
export async function undo(options: PromotionCommandOptions): Promise<void> {
  const { files, say } = options;
  requireOpen(files);
  const request = files.readRequest();
  if (request === undefined) {
    throw refused('nothing was promoted');
  }
  await requireRunning(options);
  await fulfil({ ...request, form: 'embedded' }, options);
  say(
    'The embedded installation has everything, and accepts spans by itself again. Stop the services of the target.',
  );
  say('Before another promotion, delete the topic (KAFKA_TOPIC) and the databases of the target.');
}

/** Writes the request for a new promotion, or returns the request of an interrupted promotion. */
async function beginOrContinue(options: PromotionCommandOptions): Promise<PromotionRequest> {
  const { files, backends, target, say } = options;
  const begun = files.readRequest();
  if (begun?.form === 'promoted') {
    if (!isSameTarget(begun.target, target)) {
      throw refused('another promotion was begun, to another target: undo it first (-- --undo)');
    }
    return begun;
  }
  if (files.readState()?.form === 'promoted') {
    throw refused('an undo has not ended: run npm run promote -- --undo again');
  }
  say('Preparing the target …');
  await backends.prepareTarget();
  const request: PromotionRequest = { promotionId: randomUUID(), form: 'promoted', target };
  files.writeProgress(noProgress);
  files.writeRequest(request);
  return request;
}

function fulfil(
  request: PromotionRequest,
  options: PromotionCommandOptions,
): Promise<PromotionState> {
  options.files.writeRequest(request);
  return untilFulfilled(request, options);
}

/**
 * Waits until the process has the requested form. Until then, shows the reason if the process cannot fulfil the
 * request.
 */
async function untilFulfilled(
  { promotionId, form }: PromotionRequest,
  { files, clock, say }: PromotionCommandOptions,
): Promise<PromotionState> {
  const endMs = clock.nowMs() + PATIENCE_MS;
  let said = '';
  for (;;) {
    const state = files.readState();
    if (state?.promotionId === promotionId && state.form === form) {
      return state;
    }
    const found = files.readProblem();
    const isOfRequest = found?.promotionId === promotionId && found.form === form;
    const problem = isOfRequest ? found.problem : '';
    if (problem !== '' && problem !== said) {
      said = problem;
      say(`Not yet: ${problem}`);
    }
    if (clock.nowMs() > endMs) {
      throw refused('the process of the data directory has not followed; run the command again');
    }
    await clock.sleep(LOOK_MS);
  }
}

function requestOf(files: PromotionFiles): PromotionRequest {
  const request = files.readRequest();
  if (request === undefined) {
    throw refused('nothing was promoted');
  }
  return request;
}

function requireOpen(files: PromotionFiles): void {
  if (files.readState()?.form === 'confirmed') {
    throw refused('the promotion was confirmed and cannot be changed any more');
  }
}

async function requireRunning({ backends }: PromotionCommandOptions): Promise<void> {
  if (!(await backends.isRunning())) {
    throw refused(
      'no Spanhouse runs in DATA_DIR: start it, so that it accepts spans while it moves',
    );
  }
}

function toCopied(state: PromotionState): CopiedState {
  const { log } = state;
  if (log === undefined) {
    throw refused('the state of the promotion names no log');
  }
  return { ...state, log };
}

function refused(message: string): AppError {
  return new AppError('PROMOTION_REFUSED', message);
}
