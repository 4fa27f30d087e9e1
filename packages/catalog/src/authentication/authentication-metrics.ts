import { Counter, type Registry } from 'prom-client';

const decisionOutcomes = ['accepted', 'unauthorized', 'forbidden', 'unavailable'] as const;

const lookUpOutcomes = ['found', 'unknown', 'unavailable'] as const;

/** Counts one decision for each request that needs credentials, and the look-ups in the catalog. */
export type AuthenticationMetrics = ReturnType<typeof createAuthenticationMetrics>;

/** Registers the metrics of authentication. Call it once for each registry. */
export function createAuthenticationMetrics(registry: Registry) {
  const registers = [registry];
  const decisions = new Counter({
    name: 'spanhouse_auth_decisions_total',
    help: 'Requests by the result of checking their credentials.',
    labelNames: ['outcome'],
    registers,
  });
  const lookUps = new Counter({
    name: 'spanhouse_auth_look_ups_total',
    help: 'Look-ups of credentials in the catalog.',
    labelNames: ['outcome'],
    registers,
  });
  const stale = new Counter({
    name: 'spanhouse_auth_stale_answers_total',
    help: 'Credentials that were accepted because of a cached answer while the catalog was unavailable.',
    registers,
  });
  const evictions = new Counter({
    name: 'spanhouse_auth_cache_evictions_total',
    help: 'Credentials that were evicted from the full cache.',
    registers,
  });
  for (const outcome of decisionOutcomes) {
    decisions.inc({ outcome }, 0);
  }
  for (const outcome of lookUpOutcomes) {
    lookUps.inc({ outcome }, 0);
  }
  return {
    decided: (outcome: (typeof decisionOutcomes)[number]) => decisions.inc({ outcome }),
    lookedUp: (outcome: (typeof lookUpOutcomes)[number]) => lookUps.inc({ outcome }),
    /** Counts a decision that used an earlier answer because the catalog was unavailable. */
    usedStale: () => stale.inc(),
    /** Counts an entry that was dropped because the cache was full. */
    evicted: () => evictions.inc(),
  };
}
