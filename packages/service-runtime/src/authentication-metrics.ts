import { Counter, type Registry } from 'prom-client';

const DECISIONS = ['accepted', 'unauthorized', 'forbidden', 'unavailable'] as const;
type Decision = (typeof DECISIONS)[number];

const LOOK_UPS = ['found', 'unknown', 'unavailable'] as const;
type LookUp = (typeof LOOK_UPS)[number];

/** Every request that needs credentials is decided once; few of them need a look-up in the catalog. */
export interface AuthenticationMetrics {
  decided(outcome: Decision): void;
  lookedUp(outcome: LookUp): void;
  /** The catalog was away, and what it said before was used. */
  usedStale(): void;
  /** The cache was full. */
  evicted(): void;
}

export function createAuthenticationMetrics(registry: Registry): AuthenticationMetrics {
  const registers = [registry];
  const decisions = new Counter({
    name: 'spanhouse_auth_decisions_total',
    help: 'Requests by what their credentials were found to be.',
    labelNames: ['outcome'],
    registers,
  });
  const lookUps = new Counter({
    name: 'spanhouse_auth_look_ups_total',
    help: 'Questions to the catalog about credentials.',
    labelNames: ['outcome'],
    registers,
  });
  const stale = new Counter({
    name: 'spanhouse_auth_stale_answers_total',
    help: 'Credentials accepted on an earlier answer because the catalog did not give one.',
    registers,
  });
  const evictions = new Counter({
    name: 'spanhouse_auth_cache_evictions_total',
    help: 'Credentials dropped from the full cache.',
    registers,
  });
  for (const outcome of DECISIONS) decisions.inc({ outcome }, 0);
  for (const outcome of LOOK_UPS) lookUps.inc({ outcome }, 0);
  return {
    decided: (outcome) => decisions.inc({ outcome }),
    lookedUp: (outcome) => lookUps.inc({ outcome }),
    usedStale: () => stale.inc(),
    evicted: () => evictions.inc(),
  };
}
