const nsPerUnit = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const part = /(\d{1,19})?(?:\.(\d{0,19}))?(ns|us|µs|μs|ms|s|m|h)/y;
const digits = /\d/;
const FRACTION_DIGITS = 19;

/** Parses a duration in the format of Go, such as `1.5s` or `1h30m`, to ns. Returns undefined for any other text. */
export function parseGoDuration(text: string): bigint | undefined {
  const isNegative = text.startsWith('-');
  const rest = text.replace(/^[+-]/, '');
  if (rest === '0') {
    return 0n;
  }
  let ns = 0n;
  let at = 0;
  for (; at < rest.length; at = part.lastIndex) {
    part.lastIndex = at;
    const match = part.exec(rest);
    if (match === null || !digits.test(match[0])) {
      return undefined;
    }
    const [, whole = '0', fraction = '', unit = ''] = match;
    const scale = nsPerUnit.get(unit) ?? 0n;
    const ofFraction = BigInt(fraction.padEnd(FRACTION_DIGITS, '0')) * scale;
    ns += BigInt(whole) * scale + ofFraction / 10n ** BigInt(FRACTION_DIGITS);
  }
  return at === 0 ? undefined : isNegative ? -ns : ns;
}
