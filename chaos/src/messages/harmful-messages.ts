import { toMessage } from '../../../packages/span-log/src/messages/log-record.js';
import type { TextHeaders } from '../../../packages/span-log/src/messages/message-headers.js';
import { ROW_SCHEMA_VERSION } from '../../../packages/span-row/src/index.js';
import { aContext, aSpan, encodeRows } from '../../../packages/trace-store/src/testing/index.js';

/** A message in the form in which the log stores it. */
export interface RawMessage {
  readonly headers: TextHeaders;
  readonly value: Uint8Array;
}

/** The project that stores the spans of requests without an API key. */
const openProject = '00000000-0000-0000-0000-000000000000';
/** A trace id that no span has. ClickHouse refuses rows with this id. */
const refusedTrace = '0'.repeat(32);
const NS_PER_MS = 1_000_000n;

/** Builds a message with a row that ClickHouse refuses. A defect in the gateway could produce such a message. */
export function poisonMessage(): Promise<RawMessage> {
  return messageOfVersion(ROW_SCHEMA_VERSION);
}

/** Builds a message that a gateway of a later release would write. */
export function newerRowMessage(): Promise<RawMessage> {
  return messageOfVersion(ROW_SCHEMA_VERSION + 1);
}

/** Builds a message with bytes that another program could have written. */
export function garbageMessage(): Promise<RawMessage> {
  return Promise.resolve({ headers: {}, value: Buffer.from('not a message of Spanhouse') });
}

function messageOfVersion(rowSchemaVersion: number): Promise<RawMessage> {
  const receivedAt = BigInt(Date.now()) * NS_PER_MS;
  const context = aContext({ project_id: openProject, received_at: receivedAt });
  return toMessage({
    partition: 0,
    rows: encodeRows([{ span: aSpan({ trace_id: refusedTrace }), context }]),
    spanCount: 1,
    rowSchemaVersion,
    projectId: openProject,
    requestId: 'chaos',
    receivedAt,
  });
}
