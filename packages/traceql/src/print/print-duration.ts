const SECOND_NS = 1_000_000_000n;

/** Prints a duration, which is passed in nanoseconds, in Go's format: `1h2m3.5s`, `600ms`, `1.5µs`, `0s`. */
export function printDuration(ns: bigint): string {
  if (ns < 0n) {
    return `-${printDuration(-ns)}`;
  }
  if (ns === 0n) {
    return '0s';
  }
  if (ns < SECOND_NS) {
    const [unit, size] =
      ns < 1000n ? ['ns', 1n] : ns < 1_000_000n ? ['µs', 1000n] : ['ms', 1_000_000n];
    return `${decimal(ns, size as bigint)}${unit}`;
  }
  const seconds = ns % (60n * SECOND_NS);
  const minutes = (ns / (60n * SECOND_NS)) % 60n;
  const hours = ns / (3600n * SECOND_NS);
  const long = hours > 0n ? `${hours}h${minutes}m` : minutes > 0n ? `${minutes}m` : '';
  return `${long}${decimal(seconds, SECOND_NS)}s`;
}

function decimal(value: bigint, size: bigint): string {
  const digits = size.toString().length - 1;
  const fraction = (value % size).toString().padStart(digits, '0').replace(/0+$/, '');
  const whole = (value / size).toString();
  return digits === 0 || fraction === '' ? whole : `${whole}.${fraction}`;
}
