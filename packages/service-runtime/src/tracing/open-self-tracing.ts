import type { Lifecycle } from '../lifecycle.js';
import type { Config } from '../load-config.js';
import type { Logger } from '../logger.js';
import { packageVersion, type Registry } from '../registry.js';
import type { SelfTracer } from './self-tracer.js';
import { createSelfTracingMetrics } from './self-tracing-metrics.js';
import type { tracingConfigFields } from './tracing-config.js';

interface OpenSelfTracingOptions {
  readonly config: Config<typeof tracingConfigFields>;
  readonly registry: Registry;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly logger: Logger;
}

/** Undefined, and nothing is loaded, unless an endpoint is configured. Closing sends what is left. */
export async function openSelfTracing(
  service: string,
  { config, lifecycle, registry, logger }: OpenSelfTracingOptions,
): Promise<SelfTracer | undefined> {
  const metrics = createSelfTracingMetrics(registry);
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { startOtelExport } = await import('./otel-export.js');
  const { tracer, close } = startOtelExport({
    ...{ service, endpoint, metrics, logger },
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    version: packageVersion(),
  });
  lifecycle.onClose('self-tracing', close);
  return tracer;
}
