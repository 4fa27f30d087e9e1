export { toShownSpan } from './spans/shown-span.js';
export { jsonForm } from './tempo/json-form.js';
export { createProtobufForm } from './tempo/protobuf-form.js';
export type { TraceEnd, TraceForm } from './tempo/trace-form.js';
export { TraceLayout, type TracePiece } from './tempo/trace-layout.js';
