import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { Adapter, AdapterName, KeyRule } from './adapter.js';
import { MappedValues } from './mapped-values.js';

const CACHED_KEYS = 4096;
const LONGEST_CACHED_KEY = 256;

/** A rule and the position of its adapter. */
interface PlacedRule {
  readonly adapter: number;
  readonly rule: KeyRule;
}

const NO_RULES: readonly PlacedRule[] = [];

interface Match extends PlacedRule {
  readonly key: string;
}

/**
 * Adds to the attributes of a span what the adapters make of them, as dotted `ag.*` keys (API: "Mapping to ag").
 * Adapters run in the given order, and a later one overwrites an earlier one.
 */
export class AttributeMapper {
  readonly #adapters: readonly Adapter[];
  /** Producers repeat a small set of keys: one look-up tells that a key means nothing to anybody. */
  readonly #rules = new Map<string, readonly PlacedRule[]>();

  constructor(adapters: readonly Adapter[]) {
    this.#adapters = adapters;
  }

  /** Returns the adapters that failed; they are skipped as if they did not exist. */
  map(attributes: JsonObject): readonly AdapterName[] {
    let matches: Match[] | undefined;
    for (const key in attributes) {
      for (const { adapter, rule } of this.#rules.get(key) ?? this.#interpret(key)) {
        matches ??= [];
        matches.push({ adapter, rule, key });
      }
    }
    return matches === undefined ? NONE_FAILED : this.#apply(attributes, matches);
  }

  #interpret(key: string): readonly PlacedRule[] {
    const found: PlacedRule[] = [];
    this.#adapters.forEach(({ ruleFor }, adapter) => {
      const rule = ruleFor(key);
      if (rule !== undefined) {
        found.push({ adapter, rule });
      }
    });
    const rules = found.length === 0 ? NO_RULES : found;
    if (key.length <= LONGEST_CACHED_KEY) {
      if (this.#rules.size >= CACHED_KEYS) {
        this.#rules.clear();
      }
      this.#rules.set(key, rules);
    }
    return rules;
  }

  /** After a failure everything is done again without the adapter: nothing is written before all are done. */
  #apply(attributes: JsonObject, matches: readonly Match[]): readonly AdapterName[] {
    const failed: AdapterName[] = [];
    let rest = matches;
    for (;;) {
      const mapped = new MappedValues();
      const failure = this.#run(attributes, rest, mapped);
      if (failure === undefined) {
        mapped.commitTo(attributes);
        return failed;
      }
      failed.push((this.#adapters[failure] as Adapter).name);
      rest = rest.filter(({ adapter }) => adapter !== failure);
    }
  }

  /** Returns the position of the adapter that failed. */
  #run(
    attributes: JsonObject,
    matches: readonly Match[],
    mapped: MappedValues,
  ): number | undefined {
    for (let at = 0; at < this.#adapters.length; at++) {
      let isConcerned = false;
      try {
        for (const match of matches) {
          if (match.adapter === at) {
            isConcerned = true;
            applyRule(attributes, match, mapped);
          }
        }
        if (isConcerned) {
          this.#adapters[at]?.finish?.(mapped, attributes);
        }
      } catch {
        return at;
      }
    }
    return undefined;
  }
}

const NONE_FAILED: readonly AdapterName[] = [];

function applyRule(attributes: JsonObject, { rule, key }: Match, mapped: MappedValues): void {
  const { target } = rule;
  if (target === undefined || isYielding(attributes, rule)) {
    return;
  }
  const sent = attributes[key] as JsonValue;
  const value = rule.read === undefined ? sent : rule.read(sent);
  if (value !== undefined) {
    mapped.set(target, value);
  }
}

function isYielding(attributes: JsonObject, { yieldsTo }: KeyRule): boolean {
  return yieldsTo?.some((key) => attributes[key] !== undefined) ?? false;
}
