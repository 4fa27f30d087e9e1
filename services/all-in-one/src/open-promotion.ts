import { copyCatalog } from '@spanhouse/catalog';
import { AppError } from '@spanhouse/service-runtime';
import { carryDeadLetters, settleCarried } from '@spanhouse/span-log/carry-dead-letters';
import type { KafkaConfig } from '@spanhouse/span-log/kafka-config';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { fenceTopic, openTopic } from '@spanhouse/span-log/kafka-fence';
import type { AllInOneConfig } from './config.js';
import type { Surroundings } from './data-directory.js';
import { type Form, openForm, openFormCatalog, type SharedParts } from './open-form.js';
import { changeForm, type FormChange } from './promotion/change-form.js';
import { settingsOfForm } from './promotion/form-settings.js';
import type { HeldApp } from './promotion/held-app.js';
import type {
  PromotionFiles,
  PromotionRequest,
  PromotionState,
} from './promotion/promotion-files.js';
import { watchPromotion } from './promotion/promotion-watch.js';

/** Maximum time for clients to read the last responses of the old form. Responses that take longer are cut off. */
const LAST_ANSWERS_MS = 60_000;

export interface PromotionParts {
  readonly process: Surroundings;
  readonly shared: SharedParts;
  readonly files: PromotionFiles;
  readonly held: HeldApp;
  readonly grpc: FormChange['grpc'];
  /** The form in use. */
  readonly current: { form: Form };
}

/** Fulfils requests from `npm run promote` until the lifecycle closes. */
export function openPromotion(parts: PromotionParts): void {
  const { files, process: surroundings } = parts;
  const { clock, logger, lifecycle } = surroundings;
  const fulfil = (request: PromotionRequest, state: PromotionState | undefined) => {
    const before = state?.form ?? 'embedded';
    if (request.form === 'confirmed') {
      return confirm(parts, request, state);
    }
    return before === request.form
      ? acknowledge(parts, request, state)
      : change(parts, request, state);
  };
  const watch = watchPromotion({ files, fulfil, clock, logger });
  lifecycle.onClose('promotion', () => watch.close());
}

/**
 * Records a request as fulfilled without a change, because the process already has the requested form. This happens if
 * a promotion is withdrawn before it is fulfilled.
 */
function acknowledge(
  parts: PromotionParts,
  { promotionId, form }: PromotionRequest,
  state: PromotionState | undefined,
): Promise<void> {
  if (form === 'promoted') {
    throw new AppError('PROMOTION_REFUSED', 'another promotion was neither confirmed nor undone');
  }
  parts.files.writeState({ ...stateOf(parts), ...state, promotionId, form });
  return Promise.resolve();
}

function confirm(
  parts: PromotionParts,
  { promotionId }: PromotionRequest,
  state: PromotionState | undefined,
): Promise<void> {
  if (state?.form !== 'promoted' || state.promotionId !== promotionId) {
    throw new AppError('PROMOTION_REFUSED', 'nothing is promoted that could be confirmed');
  }
  parts.files.writeState({ ...state, ...stateOf(parts), form: 'confirmed' });
  process.stdout.write(
    'The promotion is confirmed. Spanhouse runs on the target, and this process ends.\n',
  );
  process.kill(process.pid, 'SIGTERM');
  return Promise.resolve();
}

async function change(
  parts: PromotionParts,
  { promotionId, form, target }: PromotionRequest,
  state: PromotionState | undefined,
): Promise<void> {
  const { files, process: surroundings, shared, held, current } = parts;
  const { form: from } = current;
  const minGeneration = from.log.offsets.generation + 1;
  const config = settingsOfForm(form, { config: surroundings.config, target });
  const catalog = await openFormCatalog({ ...surroundings, config });
  try {
    const to = await openForm(catalog, shared, minGeneration);
    const move = movesOf(parts, { to, state, config });
    if (form === 'promoted') {
      await requireNewLog(to, minGeneration);
    }
    const { logId, generation } = (form === 'promoted' ? to : from).log.offsets;
    const record = () => {
      files.writeState({
        ...stateOf(parts),
        promotionId,
        form,
        target,
        log: { logId, generation },
        embeddedGeneration: (form === 'promoted' ? from : to).log.offsets.generation,
      });
      current.form = to;
    };
    const { fail } = surroundings.lifecycle;
    await changeForm({ held, from, to, grpc: parts.grpc, ...move, record, fail });
  } catch (error) {
    await catalog.scope.close();
    throw error;
  }
  void closeLater(from, parts);
}

/** Closes the old form in the background. A failure is only logged, because nothing uses the old form any more. */
async function closeLater(
  form: Form,
  { held, process: { logger } }: PromotionParts,
): Promise<void> {
  try {
    await held.ended(form.http, LAST_ANSWERS_MS);
    await form.close();
  } catch (err) {
    logger.warn({ err }, 'the former log or catalog is not closed');
  }
}

/**
 * Returns the function that copies all data except the store to the new form. For an undo, also returns the fence for
 * the target's log.
 */
function movesOf(
  { process: { config: own, clock, logger }, current: { form: from } }: PromotionParts,
  { to, state, config }: MoveOptions,
): Pick<FormChange, 'carry' | 'fence'> {
  const { signal } = new AbortController();
  const addresses = { from: from.catalogAddress, to: to.catalogAddress };
  if (state?.form !== 'promoted') {
    return {
      async carry() {
        await copyCatalog(addresses, { logger });
        const letterGeneration = from.log.offsets.generation;
        const kafka = { config: config as KafkaConfig, clock, logger, letterGeneration };
        const sink = await createKafkaDeadLetterSink(kafka);
        await carryDeadLetters(from.log.letters, sink, signal).finally(() => sink.close());
      },
    };
  }
  const target = settingsOfForm('promoted', { config: own, target: state.target }) as KafkaConfig;
  const generation = state.embeddedGeneration ?? 0;
  const carriedTo = { letters: to.log.letters, sink: to.log.deadLetters };
  return {
    fence: {
      begin: () => fenceTopic({ config: target, logger }),
      end: () => openTopic({ config: target, logger }),
    },
    async carry() {
      await copyCatalog(addresses, { logger });
      await settleCarried({ letters: from.log.letters, generation }, carriedTo, signal);
    },
  };
}

interface MoveOptions {
  readonly to: Form;
  readonly state: PromotionState | undefined;
  /** The settings with which the form `to` was opened. */
  readonly config: AllInOneConfig;
}

/**
 * Rejects unless the target's log is new. In an older log, new rows would sort before the rows from the embedded log,
 * and new spans would mix with existing messages.
 */
async function requireNewLog({ log: { offsets } }: Form, minGeneration: number): Promise<void> {
  const ends = await offsets.readEnds();
  const isUnused = ends.every((end) => end === 0);
  if (offsets.generation < minGeneration || !isUnused) {
    const what = isUnused ? 'is older than the embedded log' : 'has messages already';
    const message = `the log of the target ${what}: stop the services of the target, delete its topic (KAFKA_TOPIC), and the promotion creates it again`;
    throw new AppError('TARGET_IN_USE', message);
  }
}

function stateOf({ process: { config, clock } }: PromotionParts) {
  return {
    database: config.CLICKHOUSE_DATABASE,
    changedAt: new Date(clock.nowMs()).toISOString(),
  };
}
