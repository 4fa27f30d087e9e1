import type { JsonObject } from '@spanhouse/span-schema';
import type { MappedValues } from '../mapped-values.js';
import { settleData } from './settle-data.js';
import { settleType } from './settle-type.js';

/**
 * Completes the values of the conventions on one span before native `ag.*` attributes are applied: infers the type, and
 * chooses between messages and raw values.
 */
export function settle(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  settleType(mapped);
  settleData(mapped, attributes);
}
