import { printDuration } from '@spanhouse/traceql';
import type { Value } from '@spanhouse/traceql/evaluate';

/** Returns a value in OTLP's format. Keywords and durations become strings. */
export function showValue(value: Value): object {
  switch (value.type) {
    case 'list':
      return { arrayValue: { values: value.values.map(showValue) } };
    case 'bool':
      return { boolValue: value.value };
    case 'int':
      return isInt64(value.value)
        ? { intValue: String(value.value) }
        : { stringValue: String(value.value) };
    case 'float':
      return { doubleValue: Number.isFinite(value.value) ? value.value : String(value.value) };
    case 'duration':
      return { stringValue: printDuration(value.value) };
    default:
      return { stringValue: value.value };
  }
}

function isInt64(value: bigint): boolean {
  return value === BigInt.asIntN(64, value);
}
