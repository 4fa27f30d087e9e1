/** Whether OTLP has this whole number; it has no larger ones. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
