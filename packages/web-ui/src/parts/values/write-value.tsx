import type { ReactNode } from 'react';
import styles from './write-value.module.css';

/** Shows untrusted text. Control and direction characters are shown as marks. */
export function MarkedText({ text }: { readonly text: string }): ReactNode {
  if (!invisible.test(text)) {
    return text;
  }
  return text.split(invisible).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className={styles['mark']}>
        {nameOfInvisible(part.codePointAt(0) ?? 0)}
      </span>
    ),
  );
}

/**
 * Matches control and direction characters, because they could change how the surrounding text looks. Joiners do not
 * match, because emoji need them.
 */
const invisible = /((?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])/u;

/** Returns the name with which a character is marked, such as `U+202E`. */
export function nameOfInvisible(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Replaces control and direction characters with their code points, such as `<U+202E>`. Used where mark elements are
 * not possible.
 */
export function markInvisible(text: string): string {
  const parts = text.split(invisible);
  return parts
    .map((part, at) => (at % 2 === 1 ? `<${nameOfInvisible(part.codePointAt(0) ?? 0)}>` : part))
    .join('');
}

const grouped = new Intl.NumberFormat('en');

/** Formats a count with all digits, grouped in threes: `41,515`. */
export function writeCount(count: number | bigint): string {
  return grouped.format(count);
}

/** Formats a count together with its noun, such as `1 span` or `2 spans`. */
export function writeCounted(count: number, noun: string): string {
  return `${writeCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Formats a number of bytes with three significant digits, such as `950 B`, `14.2 kB` or `1.05 MB`. */
export function writeBytes(bytes: number): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(names.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${value.toFixed(digits)} ${names[power]}`;
}

const withDecimals = new Intl.NumberFormat('en', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** Formats a cost with four decimals. A cost other than zero is never shown as zero. */
export function writeCost(cost: number): string {
  return cost > 0 && cost < 0.0001 ? '<0.0001' : withDecimals.format(cost);
}

const units = [
  { ns: 86_400_000_000_000n, name: 'd' },
  { ns: 3_600_000_000_000n, name: 'h' },
  { ns: 60_000_000_000n, name: 'min' },
] as const;

const NS_PER_MS = 1e6;

/** Formats a duration in milliseconds in the same way as `writeDuration`. */
export function writeMs(ms: number): string {
  return writeDuration(BigInt(Math.round(ms * NS_PER_MS)));
}

/**
 * Formats a duration in ns with three significant digits: `410 ns`, `1.24 ms`, `9.20 s`, `2 min 5 s`, `3 h 20 min`. For
 * all digits, use `writeExactDuration`.
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
  // A value that would be rounded to 1000 of one unit is written in the next larger unit.
  const { size, name } = steps.find((step) => ns / step.size < 999.5) ?? { size: 1e9, name: 's' };
  const value = ns / size;
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  const text = value.toFixed(digits);
  return `${name === 's' ? text : trimZeros(text)} ${name}`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Formats a duration in seconds with all digits, such as `9.200000001 s`. */
export function writeExactDuration(duration: bigint | number): string {
  const ns = exactNs(duration);
  const sign = ns < 0n ? '-' : '';
  const digits = (ns < 0n ? -ns : ns).toString().padStart(10, '0');
  return `${sign}${digits.slice(0, -9)}.${digits.slice(-9)} s`;
}

function exactNs(ns: bigint | number): bigint {
  return typeof ns === 'bigint' ? ns : BigInt(Math.round(ns));
}
