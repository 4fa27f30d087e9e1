import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { queryParameters } from '../front-doors/query-parameters.js';

/** Reads the parameters of a request. The first value of each counts, and an empty value is absent. */
export class ZipkinParameters {
  readonly #search: URLSearchParams;

  constructor(req: Pick<HttpRequest, 'url'>) {
    this.#search = queryParameters(req);
  }

  text(name: string): string | undefined {
    return this.#search.get(name)?.trim() || undefined;
  }

  requiredText(name: string): string {
    return this.text(name) ?? refuse(`${name} is missing`);
  }

  /** Returns a name in lower case, because names are compared so. */
  name(name: string): string | undefined {
    return this.text(name)?.toLowerCase();
  }

  /** Parses an integer above 0. */
  count(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) {
      return undefined;
    }
    const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(number) && number > 0
      ? number
      : refuse(`${name} must be a whole number above 0`);
  }

  requiredCount(name: string): number {
    return this.count(name) ?? refuse(`${name} is missing`);
  }
}

function refuse(text: string): never {
  throw badRequest(text);
}
