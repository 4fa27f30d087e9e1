import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { AgKey } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';

const request: AgKey = 'ag.meta.request';

/**
 * Splits request parameters that were sent as one object, so that they merge with parameters that were sent as
 * individual attributes. If the parameters are not an object, they are moved to `meta.request.parameters`.
 */
export function spreadParameters(mapped: MappedValues): void {
  const parameters = mapped.get(request);
  if (parameters === undefined) {
    return;
  }
  mapped.delete(request);
  if (!isJsonObject(parameters)) {
    mapped.set(`${request}.parameters`, parameters);
    return;
  }
  for (const name of Object.keys(parameters)) {
    const key: AgKey = `${request}.${name}`;
    if (mapped.get(key) === undefined) {
      mapped.set(key, parameters[name] as JsonValue);
    }
  }
}
