import type { Route } from '@spanhouse/api-kit';
import { createTestHttpApp } from '@spanhouse/api-kit/testing';
import { createIngestGateway } from '@spanhouse/ingest-gateway';
import { createRegistry, createSystemClock } from '@spanhouse/service-runtime';
import { createTraceQuery } from '@spanhouse/trace-query';
import request from 'supertest';

/** A placeholder for every dependency. Creating the routes calls no dependency. */
const parts = new Proxy(
  {},
  { get: (_target, name) => (name === 'then' ? undefined : parts) },
) as never;

function routesOfBothServices(): readonly Route[] {
  const common = { signer: parts, authenticator: parts, health: parts, logger: parts };
  const clock = createSystemClock();
  const gateway = createIngestGateway({
    ...common,
    publisher: parts,
    clock,
    registry: createRegistry('test'),
    limits: { inFlightBytes: 1 } as never,
  });
  const query = createTraceQuery({
    ...common,
    publisher: parts,
    reader: parts,
    analytics: parts,
    deadLetters: parts,
    letters: parts,
    ingestState: parts,
    ledger: parts,
    spanMetrics: parts,
    ingestTotals: parts,
    offsets: parts,
    catalog: parts,
    savedQueries: parts,
    clock,
    registry: createRegistry('test'),
    settings: { frontDoors: { doors: [] } } as never,
    facts: parts,
  });
  return [...gateway.routes, ...query.routes];
}

/** Routes that only explain why a request is refused, and the files of the documentation page. */
const undocumented =
  /^(?:GET \/traces\/(?:query|ingest)|POST .*\/v1\/(?:metrics|logs)|\w+ \/preview\/.*|GET \/docs\/.*)$/;

describe('the API document', () => {
  it('has one operation for each route of the gateway and the query service, and no others', async () => {
    const routes = routesOfBothServices();
    const names = routes
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((name) => !undocumented.test(name));
    const ofEveryService = ['health', 'livez', 'readyz', 'metrics'].map((name) => `GET /${name}`);

    const { body } = await request(createTestHttpApp(routes)).get('/openapi.json').expect(200);
    const operations = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

    expect(operations.toSorted()).toEqual([...new Set([...names, ...ofEveryService])].toSorted());
  });
});
