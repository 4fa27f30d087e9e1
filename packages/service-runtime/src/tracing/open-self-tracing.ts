import type { Config } from '../config/load-config.js';
import type { Lifecycle } from '../process/lifecycle.js';
import type { Logger } from '../reporting/logger.js';
import type { Registry } from '../reporting/registry.js';
import { spanhouseVersion } from '../version.js';
import type { SelfTracer } from './self-tracer.js';
import { createSelfTracingMetrics } from './self-tracing-metrics.js';
import type { tracingConfigFields } from './tracing-config.js';

interface OpenSelfTracingOptions {
  readonly config: Config<typeof tracingConfigFields>;
  readonly registry: Registry;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
}

/**
 * Starts exporting traces about this process. The remaining spans are sent at shutdown. If no endpoint is configured,
 * returns `undefined` and does not load the OpenTelemetry SDK.
 */
export async function openSelfTracing(
  service: string,
  { config, lifecycle, registry, logger }: OpenSelfTracingOptions,
): Promise<SelfTracer | undefined> {
  const metrics = createSelfTracingMetrics(registry);
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (endpoint === undefined) {
    return undefined;
  }
  const { startOtelExport } = await import('./otel-export.js');
  const { tracer, close } = startOtelExport({
    service,
    endpoint,
    metrics,
    logger,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    version: spanhouseVersion,
  });
  lifecycle.onClose('self-tracing', close);
  return tracer;
}
