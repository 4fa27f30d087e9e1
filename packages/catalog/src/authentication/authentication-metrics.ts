import { createMeter, type Registry } from '@spanhouse/service-runtime';

const decisionOutcomes = ['accepted', 'unauthorized', 'forbidden', 'unavailable'] as const;

const lookUpOutcomes = ['found', 'unknown', 'unavailable'] as const;

/**
 * Counts authentication decisions and look-ups in the catalog. Each request that needs credentials causes one decision.
 */
export type AuthenticationMetrics = ReturnType<typeof createAuthenticationMetrics>;

/** Registers the metrics of authentication. MUST be called only once per registry. */
export function createAuthenticationMetrics(registry: Registry) {
  const { counter } = createMeter(registry);
  const decisions = counter(
    'spanhouse_auth_decisions_total',
    'Requests by the result of checking their credentials.',
    { outcome: decisionOutcomes },
  );
  const lookUps = counter(
    'spanhouse_auth_look_ups_total',
    'Look-ups of credentials in the catalog.',
    { outcome: lookUpOutcomes },
  );
  const stale = counter(
    'spanhouse_auth_stale_answers_total',
    'Credentials that were accepted from the cache while the catalog was unavailable.',
  );
  const evictions = counter(
    'spanhouse_auth_cache_evictions_total',
    'Credentials that were evicted from the full cache.',
  );
  return {
    decided: (outcome: (typeof decisionOutcomes)[number]) => decisions.inc({ outcome }),
    lookedUp: (outcome: (typeof lookUpOutcomes)[number]) => lookUps.inc({ outcome }),
    /** Counts a decision that was based on an old cache entry because the catalog was unavailable. */
    usedStale: () => stale.inc(),
    /** Counts an entry that was dropped because the cache was full. */
    evicted: () => evictions.inc(),
  };
}
