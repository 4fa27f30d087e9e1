import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { KeyBudget } from '../submission/key-budget.js';
import type { Adapter, AdapterName, KeyRule } from './adapter.js';
import { genAi } from './gen-ai/gen-ai.js';
import { MappedValues } from './mapped-values.js';
import { nativeAg } from './native-ag.js';
import { openInference } from './open-inference.js';
import { traceloop } from './traceloop.js';
import { vercelAi } from './vercel-ai.js';

/** More than the short keys that one request may have. */
const CACHED_KEYS = 16_384;
const LONGEST_CACHED_KEY = 256;

/** A rule, and the position of its adapter in the list. */
interface PlacedRule {
  readonly adapter: number;
  readonly rule: KeyRule;
}

interface Match extends PlacedRule {
  readonly key: string;
}

/**
 * Adds dotted `ag.*` keys to the attributes of a span, as the adapters translate them (see
 * docs/ag-targets.md). Adapters run in the given order, and a later one overwrites an earlier one.
 */
export class AttributeMapper {
  readonly #adapters: readonly Adapter[];
  /** The rules of each key. Producers repeat a small set of keys, so one look-up usually finds them. */
  readonly #rules = new Map<string, readonly PlacedRule[]>();

  constructor(adapters: readonly Adapter[]) {
    this.#adapters = adapters;
  }

  /**
   * Maps one span in place and returns the adapters that failed. Their results are discarded. Throws
   * when the request has too many keys.
   */
  map(attributes: JsonObject, keys = new KeyBudget()): readonly AdapterName[] {
    let matches: Match[] | undefined;
    for (const key in attributes) {
      let rules = this.#rules.get(key);
      if (rules === undefined) {
        keys.take(key, attributes[key] as JsonValue);
        rules = this.#interpret(key);
      }
      for (const { adapter, rule } of rules) {
        matches ??= [];
        matches.push({ adapter, rule, key });
      }
    }
    return matches === undefined ? noneFailed : this.#apply(attributes, matches);
  }

  #interpret(key: string): readonly PlacedRule[] {
    const rules = this.#adapters.flatMap(({ ruleFor }, adapter) => {
      const rule = ruleFor(key);
      return rule === undefined ? [] : { adapter, rule };
    });
    if (key.length <= LONGEST_CACHED_KEY) {
      if (this.#rules.size >= CACHED_KEYS) {
        this.#rules.clear();
      }
      this.#rules.set(key, rules);
    }
    return rules;
  }

  /** Runs the adapters. Nothing is written before all of them succeed; after a failure all others run again. */
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

  /** Runs the adapters in order and returns the position of the first one that fails. */
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

const noneFailed: readonly AdapterName[] = [];

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

/**
 * Maps the attributes of spans to `ag`. The order of the adapters decides between conventions: a later
 * adapter overwrites an earlier one.
 */
export const attributeMapper = new AttributeMapper([
  traceloop,
  openInference,
  genAi,
  vercelAi,
  nativeAg,
]);
