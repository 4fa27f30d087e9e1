export { decodeTempo } from './decode-tempo.js';
export { setD, traceIdsOfSetD } from './set-d.js';
export { setDAsOtlp } from './set-d-as-otlp.js';
