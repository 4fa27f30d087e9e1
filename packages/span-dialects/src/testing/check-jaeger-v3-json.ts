import type { JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';
import { checkProtoJson } from './check-proto-json.js';
import { tempoProto } from './tempo-proto.js';

/**
 * Messages in the answers of API version 3 (proto/api_v3/query_service.proto in jaeger-idl). Traces consist of OTLP
 * messages.
 */
const jaegerV3Proto = `
syntax = "proto3";
message GRPCGatewayWrapper { TracesData result = 1; }
message GetServicesResponse { repeated string services = 1; }
message GetOperationsResponse { repeated Operation operations = 1; }
message Operation { string name = 1; string span_kind = 2; }
message FindTraceSummariesResponse { repeated TraceSummary summaries = 1; string next_page_token = 2; }
message TraceSummary {
  string trace_id = 1;
  string root_service_name = 2;
  string root_operation_name = 3;
  fixed64 min_start_time_unix_nano = 4;
  fixed64 max_end_time_unix_nano = 5;
  int32 span_count = 6;
  int32 error_span_count = 7;
  int32 orphan_span_count = 8;
  repeated ServiceSummary services = 9;
}

message ServiceSummary { string name = 1; int32 span_count = 2; int32 error_span_count = 3; }
`;

const root = new protobuf.Root();
protobuf.parse(tempoProto, root);
protobuf.parse(jaegerV3Proto, root);

/** Lists the differences between a published query_service.proto and the messages in this file. */
export function differencesFromJaegerV3(published: string): readonly string[] {
  const theirs = protobuf.parse(published).root;
  return protobuf.parse(jaegerV3Proto).root.nestedArray.flatMap(({ name }) => {
    const [own, other] = [root.lookupType(name), theirs.lookupType(name)].map(fieldsOf);
    return own === other ? [] : [`${name} has ${other}, here ${own}`];
  });
}

function fieldsOf({ fieldsArray }: protobuf.Type): string {
  const fields = fieldsArray.map(({ name, repeated, type, id }) => {
    const short = type.split('.').at(-1);
    return `${repeated ? 'repeated ' : ''}${short} ${name} = ${id}`;
  });
  return fields.join('; ');
}

/** Throws unless the JSON is a message of Jaeger's API version 3 in OTLP/JSON. */
export function checkJaegerV3Json(type: string, json: JsonValue): void {
  checkProtoJson(root.lookupType(type), json, { bytes: 'hex', enums: 'numbers' });
}
