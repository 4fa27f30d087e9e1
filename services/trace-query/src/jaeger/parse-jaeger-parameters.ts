import { parseGoDuration } from '../front-doors/parse-go-duration.js';
import { parseInteger, QueryParameters, refuse } from '../front-doors/query-parameters.js';

/** Maximum number of traces in an answer. */
export const MAX_TRACES = 1500;
const DEFAULT_TRACES = 100;

const booleans = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

type Names = readonly [string, ...string[]];

/**
 * Reads the query parameters of a request. If a parameter has several names, uses the first of them that the request
 * contains.
 */
export class JaegerParameters extends QueryParameters {
  override text(...names: readonly string[]): string | undefined {
    return names.map((name) => super.text(name)).find((text) => text !== undefined);
  }

  required(...names: Names): string {
    return this.text(...names) ?? refuse(`parameter '${names[0]}' is required`);
  }

  all(name: string): readonly string[] {
    return this.search.getAll(name).filter((text) => text !== '');
  }

  /** Parses an integer, which may be negative. */
  integer(...names: Names): number | undefined {
    return this.#parsed(names, parseInteger, 'a whole number');
  }

  isSet(...names: Names): boolean {
    return this.#parsed(names, (text) => booleans.get(text), 'true or false') ?? false;
  }

  /** Parses the minimum and maximum duration of a span, in ns. */
  durations(min: Names, max: Names) {
    const [minNs, maxNs] = [min, max].map((names) =>
      this.#parsed(names, parseGoDuration, "a duration such as '1.5s'"),
    );
    if (minNs !== undefined && maxNs !== undefined && minNs > maxNs) {
      refuse(`'${max[0]}' must not be less than '${min[0]}'`);
    }
    return { minNs, maxNs };
  }

  /** Parses the maximum number of traces; 0 means the default. */
  traces(...names: Names): number {
    const limit = this.integer(...names) || DEFAULT_TRACES;
    return limit > 0 && limit <= MAX_TRACES
      ? limit
      : refuse(`'${names[0]}' must be from 0 to ${MAX_TRACES}`);
  }

  #parsed<Value>(
    names: Names,
    parse: (text: string) => Value | undefined,
    expected: string,
  ): Value | undefined {
    const text = this.text(...names);
    return text === undefined ? undefined : (parse(text) ?? malformed(names[0], expected));
  }
}

/** Throws a 400 for a malformed parameter. */
export function malformed(name: string, expected: string): never {
  return refuse(`malformed '${name}' parameter, expecting ${expected}`);
}
