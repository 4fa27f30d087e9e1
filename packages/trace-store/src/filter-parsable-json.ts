/**
 * SQL for a JSON text out of JSONExtractRaw that is to be parsed again: that function writes doubles
 * between 2^64 and 1e21 as digits, which it does not read. `.0` makes them doubles again.
 */
export function parsable(json: string): string {
  const repaired = `arrayStringConcat(arrayMap(d -> if(${IS_LONG}, concat(d, '.0'), d), extractAll(${json}, ${PIECES})))`;
  return `if(match(${json}, '[0-9]{19}'), ${repaired}, ${json})`;
}

/** Texts, numbers, and what stands between them. */
const PIECES = String.raw`'"(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.e+-]*|[^"0-9-]+'`;
const IS_LONG = `match(d, '^-?[0-9]{19,21}$') AND (toInt128OrZero(d) > toInt128('18446744073709551615') OR toInt128OrZero(d) < toInt128('-9223372036854775808'))`;
