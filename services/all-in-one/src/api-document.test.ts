import { createTestHttpApp } from '@spanhouse/api-kit/testing';
import request from 'supertest';
import { createServiceRegistries } from '../test/service-registries.js';

/**
 * Matches routes of other products, routes that exist only to explain a refusal, and files of the documentation page.
 */
const undocumented =
  /^(?:\w+ \/(?:tempo|jaeger|zipkin|preview|mcp|ui|span-metrics)\b.*|GET \/$|GET \/traces\/(?:query|ingest)|POST .*\/v1\/(?:metrics|logs)|GET \/docs\/.*)$/;

describe('the API document', () => {
  it('has one operation for each route of the gateway and the query service, and no others', async () => {
    const { gateway, query } = createServiceRegistries();
    const routes = [gateway, query].flatMap((service) => service?.routes ?? []);
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
