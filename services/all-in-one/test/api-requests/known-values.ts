import type { Json } from '../http-client.js';

/** Members and parameters that use the values of another member. */
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

/** Values in the answers that a project received, by the name of their member, such as `trace_id` or `next`. */
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

  /** Adds all named texts of a JSON answer. The elements of `trace_ids` count as `trace_id`. */
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
   * Returns the values for a member or parameter. If `<noun>_id` has no values, returns the values of `id`; the same
   * applies to slugs.
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
