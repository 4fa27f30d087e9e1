import type { JsonObject, JsonValue, SpanEvent } from '@spanhouse/span-schema';
import { KeyBudget } from '../submission/key-budget.js';
import type { Adapter, AdapterName, KeyRule, SentData } from './adapter.js';
import { genAi } from './gen-ai/gen-ai.js';
import { googleAdk } from './google-adk/google-adk.js';
import { langfuse } from './langfuse/langfuse.js';
import { langsmith } from './langsmith/langsmith.js';
import { litellm } from './litellm.js';
import { logfire } from './logfire.js';
import { MappedValues } from './mapped-values.js';
import { nativeAg } from './native-ag.js';
import { openInference } from './open-inference/open-inference.js';
import { settleData, settleType } from './settle/settle-data.js';
import { traceloop } from './traceloop.js';
import { usageRole } from './usage-role.js';
import { vercelAi } from './vercel-ai.js';

/** Maximum number of keys whose rules are cached. It is greater than the maximum number of short keys in a request. */
const CACHED_KEYS = 16_384;
const LONGEST_CACHED_KEY = 256;

/** A rule, and the index of its adapter in the mapper's list. */
interface OrderedRule {
  readonly adapter: number;
  readonly rule: KeyRule;
}

interface Match extends OrderedRule {
  readonly key: string;
}

/** A span's keys that have rules. */
interface Matches {
  readonly list: Match[];
  /** A bit mask with one bit per adapter. A bit is set if its adapter has a rule for one of the keys. */
  adapters: number;
}

/** The members of a span that adapters read and set. */
interface MappableSpan {
  readonly attributes: JsonObject;
  readonly events?: readonly SpanEvent[] | undefined;
  /** Set to true if usage was mapped. */
  has_mapped_usage: boolean;
  /** Set to true if costs were mapped. */
  has_stated_costs: boolean;
}

/**
 * Maps a span's attributes to dotted `ag.*` keys and adds these keys to the span (see docs/ag-targets.md). Adapters run
 * in the given order. A later adapter overwrites the values of an earlier one.
 */
export class AttributeMapper {
  readonly #adapters: readonly Adapter[];
  readonly #lastConvention: number;
  /**
   * The rules for each key. Most look-ups hit this cache, because producers keep sending the same small set of keys.
   */
  readonly #rules = new Map<string, readonly OrderedRule[]>();

  /**
   * Creates a mapper from two lists of adapters. The `last` adapters run after collisions between the values of the
   * conventions have been resolved.
   */
  constructor(conventions: readonly Adapter[], last: readonly Adapter[] = []) {
    this.#adapters = [...conventions, ...last];
    this.#lastConvention = conventions.length - 1;
  }

  /**
   * Maps one span in place and returns the names of the adapters that failed. The values from these adapters are
   * discarded. Throws if the request has too many keys.
   */
  map(span: MappableSpan, keys = new KeyBudget()): readonly AdapterName[] {
    const { attributes, events } = span;
    const matches = this.#match(attributes, keys);
    const modelEvents = events === undefined ? undefined : modelEventsIn(events);
    if (matches === undefined && modelEvents === undefined) {
      return noneFailed;
    }
    const outcome = this.#apply({ attributes, events: modelEvents }, matches ?? noMatches);
    span.has_mapped_usage = outcome.mapped.hasUsage;
    span.has_stated_costs = outcome.mapped.hasCosts;
    return outcome.failed;
  }

  #match(attributes: JsonObject, keys: KeyBudget): Matches | undefined {
    let matches: Matches | undefined;
    for (const key in attributes) {
      let rules = this.#rules.get(key);
      if (rules === undefined) {
        keys.take(key, attributes[key] as JsonValue);
        rules = this.#interpret(key);
      }
      for (const { adapter, rule } of rules) {
        matches ??= { list: [], adapters: 0 };
        matches.list.push({ adapter, rule, key });
        matches.adapters |= 1 << adapter;
      }
    }
    return matches;
  }

  #interpret(key: string): readonly OrderedRule[] {
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

  /**
   * Runs the adapters and writes their values. If an adapter fails, all others run again without it before anything is
   * written.
   */
  #apply(sent: SentData, matches: Matches): Outcome {
    let failed = noneFailed;
    for (;;) {
      const mapped = new MappedValues();
      const failure = this.#run({ sent, matches, mapped, failed });
      if (failure === undefined) {
        mapped.commitTo(sent.attributes);
        return { failed, mapped };
      }
      failed = [...failed, failure];
    }
  }

  /** Runs the adapters in order and returns the name of the first one that fails, if any. */
  #run(attempt: Attempt): AdapterName | undefined {
    for (let at = 0; at < this.#adapters.length; at++) {
      const adapter = this.#adapters[at] as Adapter;
      try {
        runAdapter(adapter, at, attempt);
      } catch {
        return adapter.name;
      }
      if (at === this.#lastConvention) {
        settleType(attempt.mapped);
        settleData(attempt.mapped, attempt.sent.attributes);
      }
    }
    return undefined;
  }
}

interface Outcome {
  readonly failed: readonly AdapterName[];
  readonly mapped: MappedValues;
}

/** An attempt to map a span, without the adapters that failed in earlier attempts. */
interface Attempt {
  readonly sent: SentData;
  readonly matches: Matches;
  readonly mapped: MappedValues;
  readonly failed: readonly AdapterName[];
}

/**
 * Applies an adapter's rules to the span. Calls the adapter's `finish` if the span has keys or events that the adapter
 * handles.
 */
function runAdapter(adapter: Adapter, at: number, attempt: Attempt): void {
  const { sent, matches, mapped, failed } = attempt;
  const hasRules = (matches.adapters & (1 << at)) !== 0;
  const isConcerned = hasRules || (sent.events !== undefined && adapter.readsEvents === true);
  if (!isConcerned || (failed.length > 0 && failed.includes(adapter.name))) {
    return;
  }
  if (hasRules) {
    for (const match of matches.list) {
      if (match.adapter === at) {
        applyRule(sent.attributes, match, mapped);
      }
    }
  }
  adapter.finish?.(mapped, sent);
}

const noMatches: Matches = { list: [], adapters: 0 };

/** Returns the events that describe model calls; `undefined` if there is no such event. */
function modelEventsIn(events: readonly SpanEvent[]): readonly SpanEvent[] | undefined {
  for (const event of events) {
    if (event.name.startsWith('gen_ai.')) {
      return events.filter(({ name }) => name.startsWith('gen_ai.'));
    }
  }
  return undefined;
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
    if (rule.isInList === true) {
      mapped.setInList(target, value);
    } else {
      mapped.set(target, value);
    }
  }
}

function isYielding(attributes: JsonObject, { yieldsTo }: KeyRule): boolean {
  return yieldsTo?.some((key) => attributes[key] !== undefined) ?? false;
}

const conventions: readonly Adapter[] = [
  traceloop,
  openInference,
  genAi,
  vercelAi,
  litellm,
  logfire,
  langfuse,
  langsmith,
  googleAdk,
];

/**
 * Maps the attributes of spans to `ag`. If several conventions set the same `ag` key, the last adapter in the list
 * wins.
 */
export const attributeMapper = new AttributeMapper(conventions, [usageRole(conventions), nativeAg]);
