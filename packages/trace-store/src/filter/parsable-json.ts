/**
 * Returns SQL that makes a result of JSONExtractRaw parsable. JSONExtractRaw writes doubles between 2^64 and 1e21 as
 * digits, which ClickHouse cannot parse. The SQL appends `.0` to these digits.
 */
export function parsable(json: string): string {
  const repaired = `arrayStringConcat(arrayMap(d -> if(${isLong}, concat(d, '.0'), d), extractAll(${json}, ${pieces})))`;
  return `if(match(${json}, '[0-9]{19}'), ${repaired}, ${json})`;
}

/** Pattern of the pieces of JSON: strings, numbers, and everything between them. */
const pieces = String.raw`'"(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.e+-]*|[^"0-9-]+'`;
const isLong = `match(d, '^-?[0-9]{19,21}$') AND (toInt128OrZero(d) > toInt128('18446744073709551615') OR toInt128OrZero(d) < toInt128('-9223372036854775808'))`;
