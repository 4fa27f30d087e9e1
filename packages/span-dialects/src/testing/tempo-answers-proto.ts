/**
 * Messages of Tempo's searches, lists and metrics (pkg/tempopb/tempo.proto). Messages of traces are in
 * `tempo-proto.ts`.
 */
export const tempoAnswersProto = `
syntax = "proto3";
message SearchResponse { repeated TraceSearchMetadata traces = 1; SearchMetrics metrics = 2; }
message TraceSearchMetadata {
  string traceID = 1;
  string rootServiceName = 2;
  string rootTraceName = 3;
  uint64 startTimeUnixNano = 4;
  uint32 durationMs = 5;
  SpanSet spanSet = 6;
  repeated SpanSet spanSets = 7;
  map<string, ServiceStats> serviceStats = 8;
}

message ServiceStats { uint32 spanCount = 1; uint32 errorCount = 2; }
message SpanSet { repeated FoundSpan spans = 1; uint32 matched = 2; repeated KeyValue attributes = 3; }
message FoundSpan {
  string spanID = 1;
  string name = 2;
  uint64 startTimeUnixNano = 3;
  uint64 durationNanos = 4;
  repeated KeyValue attributes = 5;
}

message SearchMetrics {
  uint32 inspectedTraces = 1;
  uint64 inspectedBytes = 2;
  uint32 completedJobs = 4;
  uint32 totalJobs = 5;
}

message MetadataMetrics { uint64 inspectedBytes = 1; }
message SearchTagsResponse { repeated string tagNames = 1; MetadataMetrics metrics = 2; }
message SearchTagsV2Response { repeated SearchTagsV2Scope scopes = 1; MetadataMetrics metrics = 2; }
message SearchTagsV2Scope { string name = 1; repeated string tags = 2; }
message SearchTagValuesResponse { repeated string tagValues = 1; MetadataMetrics metrics = 2; }
message SearchTagValuesV2Response { repeated TagValue tagValues = 1; MetadataMetrics metrics = 2; }
message TagValue { string type = 1; string value = 2; }
message QueryRangeResponse {
  repeated TimeSeries series = 1;
  SearchMetrics metrics = 2;
  PartialStatus status = 3;
  string message = 4;
}

message TimeSeries {
  repeated KeyValue labels = 1;
  repeated Sample samples = 2;
  repeated Exemplar exemplars = 4;
}

message Sample { int64 timestampMs = 1; double value = 2; }
message Exemplar { repeated KeyValue labels = 1; double value = 2; int64 timestampMs = 3; }
message QueryInstantResponse {
  repeated InstantSeries series = 1;
  SearchMetrics metrics = 2;
  PartialStatus status = 3;
  string message = 4;
}

message InstantSeries { repeated KeyValue labels = 1; double value = 2; }
`;
