/** 12 random hex characters, the name of a span that has none. */
export function createSpanName(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}
