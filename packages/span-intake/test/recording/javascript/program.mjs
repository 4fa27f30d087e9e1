// Parts that the recording programs share: the scenarios with a session and a user, and a tracer provider.

import { readFileSync } from 'node:fs';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

export const host = 'http://127.0.0.1:4011';
export const openAi = { baseURL: `${host}/openai/v1`, apiKey: 'not-a-key', maxRetries: 0 };
export const model = 'gpt-4o-mini';
export const claude = 'claude-sonnet-4-5';
export const embeddings = 'text-embedding-3-small';
export const system = 'You are a weather assistant.';
export const greeting = 'Hello, who are you?';
export const question = 'What is the weather in Paris and Lyon?';
export const description = 'Current weather of a city';

export function getWeather({ city }) {
  return { city, temperature: city === 'Paris' ? 18 : 21 };
}

/** Creates the same tracer provider as the JavaScript sample in docs/senders.md. */
export function tracerProvider(exporter = new OTLPTraceExporter({ url: `${host}/v1/traces` })) {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'weather-bot' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return provider;
}

async function post(path, value) {
  const answer = await fetch(`${host}${path}`, { method: 'POST', body: JSON.stringify(value) });
  return answer.json();
}

function versionOf(name) {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url);
  const { name: published, version } = JSON.parse(readFileSync(file, 'utf8'));
  return [published, version];
}

/**
 * Records the scenarios of a cell, each with its own spans and calls. `call` runs a scenario for a session and a user.
 */
export async function record(cell, packages, { scenarios, flush, call }) {
  const versions = Object.fromEntries(packages.map(versionOf));
  let offset = 0;
  for (const [scenario, run] of Object.entries(scenarios)) {
    const session = `session-${scenario}`;
    const user = `user-${scenario}`;
    const told = { language: 'javascript', cell, scenario, versions, offset, session, user };
    await post('/begin', told);
    await call(run, { session, user });
    await flush();
    offset += (await post('/end', {})).calls;
    console.log(`${cell}/${scenario}`);
  }
}

/** Runs a function inside a span with these attributes. */
export function withinSpan(attributes, run) {
  return trace
    .getTracer('weather-bot')
    .startActiveSpan('POST /ask', { attributes }, async (span) => {
      try {
        return await run();
      } finally {
        span.end();
      }
    });
}
