import { randomBytes } from 'node:crypto';
import { createBrowserRules, createHttpApp } from '@spanhouse/api-kit';
import { bootService } from '@spanhouse/service-runtime';
import { createProber } from './app.js';
import { proberConfigFields, requireOrder } from './config.js';
import { createGrpcDoor } from './doors/grpc-door.js';
import { createHttpDoors } from './doors/http-doors.js';
import { createHttpClient } from './http/http-client.js';
import { createPaths } from './paths/create-paths.js';

// The prober waits for no dependency, because it has to report when the system does not respond.
const service = bootService('prober', {
  env: process.env,
  configFields: proberConfigFields,
  checkConfig: requireOrder,
  dependencies: [],
});
const { config, clock, logger, registry, health, lifecycle } = service;

await service.run(async () => {
  const app = createHttpApp({
    routes: [],
    health,
    registry,
    logger,
    ...createBrowserRules(config),
  });
  const listener = await service.listen(app);
  logger.info({ address: listener.address }, 'listening');

  const requests = { apiKey: config.PROBE_API_KEY, timeoutMs: config.PROBE_TIMEOUT_MS, clock };
  const clientOf = (baseUrl: string) => createHttpClient({ ...requests, baseUrl, fetch });
  const grpcUrl = config.PROBE_OTLP_GRPC_URL;
  const grpcDoors = grpcUrl === undefined ? [] : [createGrpcDoor({ ...requests, url: grpcUrl })];
  lifecycle.onClose('gRPC', () => {
    for (const door of grpcDoors) {
      door.close();
    }
  });
  const reads = clientOf(config.PROBE_READ_URL ?? config.PROBE_WRITE_URL);
  const prober = createProber({
    doors: [...createHttpDoors(clientOf(config.PROBE_WRITE_URL)), ...grpcDoors],
    paths: createPaths(reads, config.PROBE_FRONT_DOORS),
    intervalMs: config.PROBE_INTERVAL_MS,
    bounds: {
      lateAfterMs: config.PROBE_LATE_AFTER_MS,
      missingAfterMs: config.PROBE_MISSING_AFTER_MS,
    },
    clock,
    elapsedMs: () => performance.now(),
    random: randomBytes,
    registry,
    logger: logger.child({ component: 'probing' }),
  });
  lifecycle.onClose('prober', () => prober.close());
  prober.failed.catch(lifecycle.fail);
  prober.start();
  logger.info('probing');
});
