export type {
  SelectedTrace,
  SpanPage,
  SpanPosition,
  SpanSelection,
  TracePage,
  TracePosition,
  TraceReader,
} from './trace-reader.js';
