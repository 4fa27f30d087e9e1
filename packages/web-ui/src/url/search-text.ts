/** Search parameters of an address. Every page reads its own parameters and keeps the others. */
export type Search = Readonly<Record<string, string>>;

/** Parses the query of an address. The last of repeated parameters wins. */
export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes the query of an address, without undefined parameters. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const text = new URLSearchParams(present).toString();
  return text === '' ? '' : `?${text}`;
}
