/** The fields of each line of a TabSeparated answer; numbers and hex only, so nothing is escaped. */
export function tableRows(answer: Buffer): readonly (readonly string[])[] {
  return answer.length === 0
    ? []
    : answer
        .toString('latin1', 0, answer.length - 1)
        .split('\n')
        .map((line) => line.split('\t'));
}
