export { checkJaegerV3Json, differencesFromJaegerV3 } from './check-jaeger-v3-json.js';
export { checkTempoJson, decodeTempo } from './decode-tempo.js';
export { type ExampleSpan, setD, traceIdsOfSetD } from './set-d.js';
export { setDAsOtlp } from './set-d-as-otlp.js';
