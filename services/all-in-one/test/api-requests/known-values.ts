import type { Json } from '../http-client.js';

/** Members and parameters that take their values from another member. */
const sameAs: Readonly<Record<string, string>> = {
  trace_ids: 'trace_id',
  span_ids: 'span_id',
  parent_id: 'span_id',
  slugs: 'slug',
  oldest: 'start_time',
  newest: 'start_time',
  end_time: 'start_time',
  timestamp: 'start_time',
  prefix: 'key',
  path: 'key',
  query_revision_id: 'revision_id',
};

/** Values from the responses that a project has received, keyed by member name, such as `trace_id` or `next`. */
export class KnownValues {
  readonly #values = new Map<string, Set<string>>();
  readonly #isSecret: (value: string) => boolean;

  constructor(isSecret: (value: string) => boolean = () => false) {
    this.#isSecret = isSecret;
  }

  add(name: string, value: string): void {
    if (name !== '' && value !== '' && !this.#isSecret(value)) {
      this.#values.set(name, (this.#values.get(name) ?? new Set()).add(value));
    }
  }

  /** Adds all strings in named members of a JSON response. The elements of `trace_ids` count as `trace_id`. */
  collect(answer: Json, name = ''): void {
    if (typeof answer === 'string') {
      this.add(name, answer);
    } else if (Array.isArray(answer)) {
      for (const element of answer) {
        this.collect(element, name.replace(/s$/, ''));
      }
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [key, value] of Object.entries(answer)) {
        this.collect(value, key);
      }
    }
  }

  /**
   * Returns the known values for a member or parameter. If `<noun>_id` has no values, returns the values of `id`;
   * `<noun>_slug` falls back to `slug` in the same way.
   */
  of(name: string): readonly string[] {
    const [, general = ''] = /_(id|slug)$/.exec(name) ?? [];
    const names = [name, sameAs[name] ?? '', general];
    return [...(names.map((one) => this.#values.get(one)).find((one) => one !== undefined) ?? [])];
  }

  all(): readonly string[] {
    return [...this.#values.values()].flatMap((values) => [...values]);
  }
}
