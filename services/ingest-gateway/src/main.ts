import { createBrowserRules, createHttpApp, refuseUnsafeOpenMode } from '@spanhouse/api-kit';
import { createAuthenticationMetrics, createAuthenticator, openCatalog } from '@spanhouse/catalog';
import { bootService, createTokenSigner, toAppError } from '@spanhouse/service-runtime';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createTopicReport } from '@spanhouse/span-log/log-report';
import { createLogSpaceReport } from '@spanhouse/span-log/log-space-report';
import { createIngestGateway } from './app.js';
import { gatewayProcessConfigFields, toIngestLimits } from './config.js';
import type { OtlpGrpc } from './grpc/otlp-grpc.js';
import { reportCounts } from './report-counts.js';

// The port opens before the log and the catalog are reached, so that probes get responses while the service connects. A
// shutdown closes everything in reverse order.
const service = bootService('ingest-gateway', {
  env: process.env,
  configFields: gatewayProcessConfigFields,
  checkConfig: refuseUnsafeOpenMode,
  dependencies: ['catalog', 'span_log'],
});
const { config, clock, logger, registry, health, lifecycle } = service;

await service.run(async (tracer) => {
  const { catalog, gatewayReports } = openCatalog(config.CATALOG_URL, {
    logger: logger.child({ component: 'catalog' }),
  });
  lifecycle.onClose('catalog', () => catalog.close());
  const publisher = new DeferredSpanPublisher(tracer);
  lifecycle.onClose('span log', () => publisher.close());

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const browserRules = createBrowserRules(config);
  const { routes, about, otlpGrpc, counts } = createIngestGateway({
    publisher,
    authenticator,
    clock,
    health,
    registry,
    logger,
    tracer,
    refuseForeign: browserRules.refuseForeign,
    signer: createTokenSigner(...config.TOKEN_SECRET),
    limits: toIngestLimits(config),
  });
  const app = createHttpApp({ routes, about, health, registry, logger, tracer, ...browserRules });
  const listener = await service.listen(app);
  await listenForGrpc(otlpGrpc);
  const reporting = reportCounts({ counts, reports: gatewayReports, clock, logger });
  lifecycle.onClose('report of counts', () => void reporting.close());
  const reach = service.reachUntilClose();
  logger.info({ address: listener.address }, 'listening');

  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const report = createTopicReport({ registry, health, logger: kafka.logger });
  const onSpace = createLogSpaceReport(registry);
  await Promise.all([
    reach('span_log', async () =>
      publisher.resolve(await createKafkaSpanPublisher({ ...kafka, onSpace })),
    ),
    reach('catalog', () => catalog.check()),
  ]);
  const watch = await reach('span_log', () => createKafkaLogWatch({ ...kafka, report }));
  lifecycle.onClose('log watch', async () => watch?.close());
});

/**
 * Opens the gRPC port if it is free. A collector on the same machine may already use it; OTLP is also available at
 * HTTP_PORT.
 */
async function listenForGrpc(otlpGrpc: OtlpGrpc): Promise<void> {
  if (config.OTLP_GRPC_PORT === 0) {
    return;
  }
  try {
    const address = { host: config.HTTP_HOST, port: config.OTLP_GRPC_PORT };
    const listener = await otlpGrpc.listen(address);
    lifecycle.onClose('otlp grpc', () => listener.close());
    logger.info({ address: listener.address }, 'listening for OTLP over gRPC');
  } catch (error) {
    const { message: reason } = toAppError(error, 'LISTEN_FAILED', 'cannot open the port');
    logger.warn({ reason }, 'OTLP_GRPC_PORT is not available, OTLP is served over HTTP only');
  }
}
