/**
 * The request bodies of worked examples in the flat and the nested form. Both forms of an example produce the same
 * spans.
 */

/** Two spans of a trace, with references, a session, token counts, and an integer beyond 2^53. */
export const flatIngest = {
  flat: `{"spans":[
 {"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"00f067aa0ba902b7","span_name":"ask","span_kind":"SPAN_KIND_SERVER",
  "start_time":"2026-05-01T10:00:00Z","end_time":"2026-05-01T10:00:01.5+00:00",
  "attributes":{"ag.type.span":"workflow","ag.data.inputs.q":"hi","ag.session.id":"s-1","tier":"gold",
   "ag.references.application.slug":"my-app","ag.references.application_revision.version":"3"}},
 {"trace_id":"4BF92F35-77B3-4DA6-A3CE-929D0E0E4736","span_id":"0x53995c3f42cd8ad8","parent_id":"00f067aa0ba902b7","span_name":"draft",
  "start_time":1777629600250,"end_time":"2026-05-01T10:00:01",
  "attributes":{"ag":{"type":{"span":"llm"},"data":{"outputs":"hello"},"metrics":{"tokens":{"incremental":{"prompt":8,"completion":"2","total":10}}}},"n":9007199254740993}}]}`,
  nested: `{"traces":{"4bf92f3577b34da6a3ce929d0e0e4736":{"spans":{"ask":{
  "trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"00f067aa0ba902b7","span_kind":"SPAN_KIND_SERVER",
  "start_time":1777629600,"end_time":"1777629601.5",
  "attributes":{"tier":"gold","ag":{"type":{"span":"workflow"},"data":{"inputs":{"q":"hi"}},"session":{"id":"s-1"},
   "refs":{"application_revision":{"version":3},"application":{"slug":"my-app"}}}},
  "spans":{"draft":{"trace_id":"4bf92f3577b34da6a3ce929d0e0e4736","span_id":"53995c3f42cd8ad8",
   "start_time":"2026-05-01T12:00:00.25+02:00","end_time":1777629601000000000,
   "attributes":{"n":9007199254740993,"ag.type.span":"llm","ag.data.outputs":"hello",
    "ag.metrics.tokens.incremental.prompt":8,"ag.metrics.tokens.incremental.completion":2,"ag.metrics.tokens.incremental.total":10}}}}}}}}`,
};

/** A parent and its two children, which have the same name. One of the children has failed. */
export const nestedIngest = {
  nested: `{"traces":{"0af7651916cd43dd8448eb211c80319c":{"spans":{"job":{
  "trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","span_type":"workflow",
  "start_time":"2026-05-01T11:00:00Z","end_time":"2026-05-01T11:00:02Z",
  "spans":{"try":[
   {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c1","start_time":"2026-05-01T11:00:00.000000001Z","end_time":"2026-05-01T11:00:01Z",
    "status_code":"STATUS_CODE_ERROR","events":[{"name":"exception","timestamp":1777633200500,"attributes":{"exception.type":"Timeout"}}]},
   {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c2","start_time":"2026-05-01T11:00:01Z","end_time":"2026-05-01T11:00:01Z"}]}}}}}}`,
  flat: `{"spans":[
  {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c1","parent_id":"b7ad6b7169203331","span_name":"try",
   "start_time":"2026-05-01T11:00:00.000000001Z","end_time":"2026-05-01T11:00:01Z","status_code":"STATUS_CODE_ERROR",
   "events":[{"name":"exception","timestamp":"2026-05-01T11:00:00.500Z","attributes":{"exception.type":"Timeout"}}]},
  {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"00000000000000c2","parent_id":"b7ad6b7169203331","span_name":"try",
   "start_time":"2026-05-01T11:00:01Z","end_time":"2026-05-01T11:00:01Z"},
  {"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","span_name":"job","span_type":"workflow",
   "start_time":"2026-05-01T11:00:00Z","end_time":"2026-05-01T11:00:02Z"}]}`,
};

/** One valid span, and two spans that are dropped because of an invalid id and an invalid status. */
export const partialDrop = {
  flat: `{"spans":[
 {"trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"a1a1a1a1a1a1a1a1","span_name":"ok","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z","attributes":{"a":"x","a.b":1}},
 {"trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"xyz","parent_id":"a1a1a1a1a1a1a1a1","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z"},
 {"trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"a3a3a3a3a3a3a3a3","parent_id":"a1a1a1a1a1a1a1a1","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z","status_code":"OK"}]}`,
  nested: `{"traces":{"t":{"spans":{"ok":{
  "trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"a1a1a1a1a1a1a1a1","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z","attributes":{"a":"x","a.b":1},
  "spans":{"x":[
   {"trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"xyz","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z"},
   {"trace_id":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","span_id":"a3a3a3a3a3a3a3a3","start_time":"2026-05-01T09:00:00Z","end_time":"2026-05-01T09:00:00Z","status_code":"OK"}]}}}}}}`,
};
