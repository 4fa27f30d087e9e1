const units = [
  { ns: 86_400_000_000_000n, name: 'd' },
  { ns: 3_600_000_000_000n, name: 'h' },
  { ns: 60_000_000_000n, name: 'min' },
] as const;

const NS_PER_MS = 1e6;

/** Formats milliseconds like `writeDuration`. */
export function writeMs(ms: number): string {
  return writeDuration(BigInt(Math.round(ms * NS_PER_MS)));
}

/**
 * Formats a duration in ns with three digits: `410 ns`, `1.24 ms`, `9.20 s`, `2 min 5 s`, `3 h 20 min`. `writeExactDuration`
 * keeps all digits.
 */
export function writeDuration(duration: bigint | number): string {
  const ns = exactNs(duration);
  if (ns < 0n) {
    return `-${writeDuration(-ns)}`;
  }
  if (ns < 1000n) {
    return `${ns} ns`;
  }
  if (ns < 60_000_000_000n) {
    return writeSmall(Number(ns));
  }
  const at = units.findIndex((unit) => ns >= unit.ns);
  const { ns: whole, name } = units[at] ?? units[2];
  const below = units[at + 1] ?? { ns: 1_000_000_000n, name: 's' };
  const rest = (ns % whole) / below.ns;
  return rest === 0n ? `${ns / whole} ${name}` : `${ns / whole} ${name} ${rest} ${below.name}`;
}

function writeSmall(ns: number): string {
  const steps = [
    { size: 1e3, name: 'µs' },
    { size: 1e6, name: 'ms' },
    { size: 1e9, name: 's' },
  ];
  // A value that rounds to 1000 of a unit is written in the next unit.
  const { size, name } = steps.find((step) => ns / step.size < 999.5) ?? { size: 1e9, name: 's' };
  const value = ns / size;
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  const text = value.toFixed(digits);
  return `${name === 's' ? text : trimZeros(text)} ${name}`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Formats a duration with all its digits, in seconds: `9.200000001 s`. */
export function writeExactDuration(duration: bigint | number): string {
  const ns = exactNs(duration);
  const sign = ns < 0n ? '-' : '';
  const digits = (ns < 0n ? -ns : ns).toString().padStart(10, '0');
  return `${sign}${digits.slice(0, -9)}.${digits.slice(-9)} s`;
}

function exactNs(ns: bigint | number): bigint {
  return typeof ns === 'bigint' ? ns : BigInt(Math.round(ns));
}
