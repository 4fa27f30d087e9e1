import { catalogConfigFields } from '@spanhouse/catalog';
import { AppError, loadConfig } from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { type AllInOneConfig, externalParts } from '../config.js';
import type { PromotionState } from './promotion-files.js';

/** The settings for the log and the catalog of a target. */
export const targetFields = { ...kafkaConfigFields, ...catalogConfigFields };

/** Returns the consumer group with which the embedded store reads the target's log after a promotion. */
export function embeddedGroupOf(groupId: string): string {
  return `${groupId}.embedded`;
}

interface FormSettings {
  /** The settings with which the process started. */
  readonly config: AllInOneConfig;
  readonly target: PromotionState['target'] | undefined;
}

/** Returns the settings of a process, with its log and catalog settings replaced by those of its current form. */
export function settingsOfForm(
  form: PromotionState['form'],
  { config, target = {} }: FormSettings,
): AllInOneConfig {
  if (form === 'embedded') {
    return config;
  }
  const external = externalParts.find((name) => config[name] !== undefined);
  if (external !== undefined) {
    throw new AppError(
      'NOT_EMBEDDED',
      `only an embedded installation is promoted, and ${external} is set`,
    );
  }
  const loaded = loadConfig(targetFields, target);
  return { ...config, ...loaded, KAFKA_GROUP_ID: embeddedGroupOf(loaded.KAFKA_GROUP_ID) };
}

/** Returns the minimum generation for a log that replaces the current log. */
export function generationAfter(state: PromotionState | undefined): number | undefined {
  return state?.log === undefined ? undefined : state.log.generation + 1;
}

/** Throws if the promotion is confirmed, because the data directory must not be used after a confirmed promotion. */
export function requireUnconfirmed(state: PromotionState | undefined): void {
  if (state?.form === 'confirmed') {
    throw new AppError('PROMOTED', `its promotion was confirmed on ${state.changedAt}`);
  }
}
