/** Decodes an answer in the format JSONCompactEachRow. */
export function jsonRows<Row>(answer: Buffer): readonly Row[] {
  return answer
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}
