import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { parseGoDuration } from '../front-doors/parse-go-duration.js';
import { queryParameters } from '../front-doors/query-parameters.js';

/** Maximum number of traces of an answer. */
export const MAX_TRACES = 1500;
const DEFAULT_TRACES = 100;

const booleans = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

/**
 * Reads the parameters of a request. Each may have several names; the first present one counts, and an empty text is
 * absent.
 */
export class JaegerParameters {
  readonly #search: URLSearchParams;

  constructor(req: Pick<HttpRequest, 'url'>) {
    this.#search = queryParameters(req);
  }

  text(...names: readonly string[]): string | undefined {
    return names
      .map((name) => this.#search.get(name) || undefined)
      .find((text) => text !== undefined);
  }

  required(...names: readonly [string, ...string[]]): string {
    return this.text(...names) ?? refuse(`parameter '${names[0]}' is required`);
  }

  all(name: string): readonly string[] {
    return this.#search.getAll(name).filter((text) => text !== '');
  }

  /** Parses an integer, possibly negative. */
  integer(...names: readonly [string, ...string[]]): number | undefined {
    const text = this.text(...names);
    if (text === undefined) {
      return undefined;
    }
    const number = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(number) ? number : malformed(names[0], 'a whole number');
  }

  isSet(...names: readonly [string, ...string[]]): boolean {
    const text = this.text(...names);
    return text === undefined
      ? false
      : (booleans.get(text) ?? malformed(names[0], 'true or false'));
  }

  /** Parses the bounds of the duration of a span, in ns. */
  durations(
    min: readonly [string, ...string[]],
    max: readonly [string, ...string[]],
  ): { readonly minNs: bigint | undefined; readonly maxNs: bigint | undefined } {
    const [minNs, maxNs] = [this.#duration(min), this.#duration(max)];
    if (minNs !== undefined && maxNs !== undefined && minNs > maxNs) {
      refuse(`'${max[0]}' must not be less than '${min[0]}'`);
    }
    return { minNs, maxNs };
  }

  /** Parses the maximum number of traces; 0 means the default. */
  traces(...names: readonly [string, ...string[]]): number {
    const limit = this.integer(...names) || DEFAULT_TRACES;
    return limit > 0 && limit <= MAX_TRACES
      ? limit
      : refuse(`'${names[0]}' must be from 0 to ${MAX_TRACES}`);
  }

  #duration(names: readonly [string, ...string[]]): bigint | undefined {
    const text = this.text(...names);
    return text === undefined
      ? undefined
      : (parseGoDuration(text) ?? malformed(names[0], "a duration such as '1.5s'"));
  }
}

/** Throws the 400 of a parameter that cannot be read. */
export function malformed(name: string, expected: string): never {
  return refuse(`malformed '${name}' parameter, expecting ${expected}`);
}

/** Throws a 400. */
export function refuse(text: string): never {
  throw badRequest(text);
}
