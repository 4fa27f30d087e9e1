export { jsonForm } from './tempo/json-form.js';
export { createProtobufForm } from './tempo/protobuf-form.js';
export { toShownSpan } from './tempo/tempo-span.js';
export type { TraceEnd, TraceForm } from './tempo/trace-form.js';
export { TraceLayout, type TracePiece } from './tempo/trace-layout.js';
