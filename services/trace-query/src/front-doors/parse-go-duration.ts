import { sumDurations } from '@spanhouse/traceql';

const number = String.raw`(?:\d{1,19}(?:\.\d{0,19})?|\.\d{1,19})`;
const form = new RegExp(`^(?:${number}(?:ns|us|µs|μs|ms|s|m|h))+$`);

/**
 * Parses a duration in Go's format, such as `1.5s` or `1h30m`, and returns it in ns. Returns undefined for any other
 * string.
 */
export function parseGoDuration(text: string): bigint | undefined {
  const rest = text.replace(/^[+-]/, '');
  if (rest === '0') {
    return 0n;
  }
  if (!form.test(rest)) {
    return undefined;
  }
  const ns = sumDurations(rest);
  return text.startsWith('-') ? -ns : ns;
}
