import { badRequest, type HttpRequest } from '@spanhouse/api-kit';

/**
 * Reads the query parameters of a request. If a parameter is repeated, the first value counts. An empty value is
 * treated as absent.
 */
export class QueryParameters {
  protected readonly search: URLSearchParams;

  constructor({ url }: Pick<HttpRequest, 'url'>) {
    const at = url.indexOf('?');
    this.search = new URLSearchParams(at === -1 ? '' : url.slice(at));
  }

  text(name: string): string | undefined {
    return this.search.get(name) || undefined;
  }

  /** Parses a parameter; returns undefined if it is absent. Throws a 400 that describes the expected format. */
  parsed<Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    expected: string,
  ): Value | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : (parse(text) ?? refuse(`${name} must be ${expected}`));
  }
}

/** Parses a safe integer, which may be negative. Returns undefined for any other string. */
export function parseInteger(text: string): number | undefined {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Throws a 400 with the given message. */
export function refuse(text: string): never {
  throw badRequest(text);
}
