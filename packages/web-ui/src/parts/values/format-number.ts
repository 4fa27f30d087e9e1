const grouped = new Intl.NumberFormat('en');

/** Formats a count with all digits, in groups of three: `41,515`. */
export function writeCount(count: number | bigint): string {
  return grouped.format(count);
}

/** Formats a count with its noun: `1 span`, `2 spans`. */
export function writeCounted(count: number, noun: string): string {
  return `${writeCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Formats a number of bytes with three digits: `950 B`, `14.2 kB`, `1.05 MB`. */
export function writeBytes(bytes: number): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(
    names.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${names[power]}`;
}

const withDecimals = new Intl.NumberFormat('en', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** Formats a cost with four decimals. A non-zero cost is never shown as zero. */
export function writeCost(cost: number): string {
  return cost > 0 && cost < 0.0001 ? '<0.0001' : withDecimals.format(cost);
}
