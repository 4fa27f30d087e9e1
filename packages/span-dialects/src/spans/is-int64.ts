/** Returns whether an integer fits into 64 bits, the largest integers of OTLP. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
