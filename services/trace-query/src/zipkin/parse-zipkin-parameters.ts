import { parseInteger, QueryParameters, refuse } from '../front-doors/query-parameters.js';

/** Reads the query parameters of a request. White space around a value is ignored. */
export class ZipkinParameters extends QueryParameters {
  override text(name: string): string | undefined {
    return super.text(name)?.trim() || undefined;
  }

  requiredText(name: string): string {
    return this.text(name) ?? refuse(`${name} is missing`);
  }

  /** Returns a name in lower case, because comparisons of names ignore case. */
  name(name: string): string | undefined {
    return this.text(name)?.toLowerCase();
  }

  /** Parses a positive integer. */
  count(name: string): number | undefined {
    return this.parsed(name, parseCount, 'a whole number above 0');
  }

  requiredCount(name: string): number {
    return this.count(name) ?? refuse(`${name} is missing`);
  }
}

function parseCount(text: string): number | undefined {
  const number = parseInteger(text) ?? 0;
  return number > 0 ? number : undefined;
}
