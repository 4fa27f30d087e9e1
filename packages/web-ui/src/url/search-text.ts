/** The parameters of an address. Every page reads its own and leaves the others alone. */
export type Search = Readonly<Record<string, string>>;

/** Reads the query of an address; of a repeated parameter the last one counts. */
export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes the query of an address, without the parameters that are absent. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const text = new URLSearchParams(present).toString();
  return text === '' ? '' : `?${text}`;
}
