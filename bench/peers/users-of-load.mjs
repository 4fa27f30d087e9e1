import {
  BODIES_PER_CONNECTION,
  buildBodies,
  SPANS_PER_BODY,
  SPANS_PER_TRACE,
} from '../load/otlp-bodies.mjs';

/** Default number of connections in send-load.mjs. */
const CONNECTIONS = 8;
/**
 * Safety factor for the expected number of traces per user. The actual number varies, because connections differ in
 * speed.
 */
const MARGIN = 1.5;

/**
 * Returns users that have at least `traces` traces after send-load.mjs has sent `spans` spans. Users with the fewest
 * traces come first.
 */
export function usersOfLoad({ spans, traces, most }) {
  const bodiesOfLoad = CONNECTIONS * BODIES_PER_CONNECTION;
  const rounds = spans / (SPANS_PER_BODY * bodiesOfLoad);
  const wanted = Math.ceil((traces * MARGIN) / rounds);
  const users = [...tracesOfUsers()]
    .filter(([, count]) => count >= wanted)
    .sort(([, left], [, right]) => left - right)
    .slice(0, most);
  if (users.length === 0) {
    throw new Error(`no user has ${traces} traces: send more spans`);
  }
  return users.map(([user]) => user);
}

function tracesOfUsers() {
  const counts = new Map();
  for (let seed = 0; seed < CONNECTIONS; seed++) {
    for (const { body } of buildBodies(BODIES_PER_CONNECTION, { seed })) {
      for (const [user] of body.toString('latin1').matchAll(/user-\d+/g)) {
        counts.set(user, (counts.get(user) ?? 0) + 1 / SPANS_PER_TRACE);
      }
    }
  }
  return new Map([...counts].map(([user, count]) => [user, Math.round(count)]));
}
