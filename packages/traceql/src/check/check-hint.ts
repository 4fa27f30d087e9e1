import type { Hint } from '../tree/query.js';

/** Hints without effect, because answers are always exact and newest first. */
const withoutEffect: readonly string[] = ['most_recent', 'sample', 'span_sample', 'trace_sample'];

/** Returns the reason for refusing a hint; undefined if it is accepted. */
export function checkHint({ name, value }: Hint): string | undefined {
  if (withoutEffect.includes(name)) {
    return undefined;
  }
  if (name === 'exemplars') {
    const isCount = value.type === 'bool' || (value.type === 'int' && value.value >= 0n);
    return isCount ? undefined : 'the hint "exemplars" is true, false or a number';
  }
  if (name === 'extrapolate' && value.type === 'bool' && !value.value) {
    return undefined;
  }
  return `hint ${JSON.stringify(name)} is not supported`;
}
