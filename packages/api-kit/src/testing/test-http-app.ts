import { createHealth } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import { type CreateHttpAppOptions, createHttpApp, type HttpApp } from '../http/create-http-app.js';
import type { Route } from '../http/route.js';

/** Creates an app for supertest with the given routes and the middleware of every service. */
export function createTestHttpApp(
  routes: readonly Route[],
  options: Partial<CreateHttpAppOptions> = {},
): HttpApp {
  return createHttpApp({
    routes,
    health: createHealth({ dependencies: [] }),
    registry: new Registry(),
    logger: createSilentLogger(),
    ...options,
  });
}
