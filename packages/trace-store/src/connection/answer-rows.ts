/** Decodes an answer in the format JSONCompactEachRow. */
export function jsonRows<Row>(answer: Buffer): readonly Row[] {
  return answer
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

/**
 * Splits a TabSeparated answer into the fields of its lines. The fields MUST be numbers or hex, because nothing is
 * unescaped.
 */
export function tableRows(answer: Buffer): readonly (readonly string[])[] {
  return answer.length === 0
    ? []
    : answer
        .toString('latin1', 0, answer.length - 1)
        .split('\n')
        .map((line) => line.split('\t'));
}
