// Zipkin v2 JSON of two reporters: OpenTelemetry's exporter and Zipkin's own JavaScript library.

import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ZipkinExporter } from '@opentelemetry/exporter-zipkin';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import zipkin from 'zipkin';
import transport from 'zipkin-transport-http';
import { seededIds } from './seeded-ids.mjs';

function urlOf(name) {
  return `http://127.0.0.1:4010/record/zipkin/${name}/${process.pid}/api/v2/spans`;
}

async function openTelemetry() {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'weather-bot', 'service.version': '1.0.0' }),
    idGenerator: seededIds('zipkin'),
    spanProcessors: [
      new BatchSpanProcessor(new ZipkinExporter({ url: urlOf('opentelemetry-exporter') })),
    ],
  });
  const tracer = provider.getTracer('weather-bot', '1.0.0');
  const root = tracer.startSpan('POST /ask', { kind: SpanKind.SERVER });
  const inside = trace.setSpan(context.active(), root);
  const attributes = { 'gen_ai.request.model': 'gpt-4o-mini', 'gen_ai.usage.input_tokens': 42 };
  const call = tracer.startSpan('chat gpt-4o-mini', { kind: SpanKind.CLIENT, attributes }, inside);
  call.setAttributes({ stream: true, stop: ['END', 'STOP'], 'peer.service': 'model-gateway' });
  call.addEvent('first token', { index: 0 });
  call.end();
  const failing = tracer.startSpan('get_weather', { kind: SpanKind.INTERNAL }, inside);
  failing.setStatus({ code: SpanStatusCode.ERROR, message: 'no such city' });
  failing.end();
  const producer = tracer.startSpan('publish answer', { kind: SpanKind.PRODUCER }, inside);
  producer.end();
  root.setAttribute('http.response.status_code', 200);
  root.setStatus({ code: SpanStatusCode.OK });
  root.end();
  await provider.shutdown();
}

async function zipkinJs() {
  const logger = new transport.HttpLogger({
    endpoint: urlOf('zipkin-js'),
    jsonEncoder: zipkin.jsonEncoder.JSON_V2,
    httpInterval: 50,
  });
  const recorder = new zipkin.BatchRecorder({ logger });
  const tracer = new zipkin.Tracer({
    ctxImpl: new zipkin.ExplicitContext(),
    recorder,
    localServiceName: 'weather-bot',
    supportsJoin: true,
  });
  const { Annotation } = zipkin;
  tracer.scoped(() => {
    const root = tracer.createRootId();
    tracer.setId(root);
    tracer.recordServiceName('weather-bot');
    tracer.recordRpc('post /ask');
    tracer.recordAnnotation(new Annotation.ServerRecv());
    tracer.recordBinary('http.path', '/ask');
    const call = tracer.createChildId();
    tracer.letId(call, () => {
      tracer.recordServiceName('weather-bot');
      tracer.recordRpc('chat');
      tracer.recordAnnotation(new Annotation.ClientSend());
      const host = new zipkin.InetAddress('10.0.0.7');
      const remote = { serviceName: 'model-gateway', host, port: 443 };
      tracer.recordAnnotation(new Annotation.ServerAddr(remote));
      tracer.recordBinary('gen_ai.request.model', 'gpt-4o-mini');
      tracer.recordMessage('first token');
      tracer.recordBinary('error', 'overloaded');
      tracer.recordAnnotation(new Annotation.ClientRecv());
    });
    tracer.local('get_weather', () => tracer.recordBinary('city', 'Paris'));
    tracer.recordAnnotation(new Annotation.ServerSend());
  });
  recorder.flush?.();
  await new Promise((sent) => setTimeout(sent, 500));
  process.exit(0);
}

await openTelemetry();
await zipkinJs();
