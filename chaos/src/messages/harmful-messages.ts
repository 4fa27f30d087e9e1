import { toMessage } from '../../../packages/span-log/src/messages/log-record.js';
import type { TextHeaders } from '../../../packages/span-log/src/messages/message-headers.js';
import { ROW_SCHEMA_VERSION } from '../../../packages/span-row/src/index.js';
import { aContext, aSpan, encodeRows } from '../../../packages/trace-store/src/testing/index.js';

/** A message of the log, as it is stored there. */
export interface RawMessage {
  readonly headers: TextHeaders;
  readonly value: Uint8Array;
}

/** The project of every request without a key. */
const openProject = '00000000-0000-0000-0000-000000000000';
/** No span has this trace id: ClickHouse refuses the row. */
const refusedTrace = '0'.repeat(32);
const NS_PER_MS = 1_000_000n;

/** A message with a row that ClickHouse refuses, as a fault of the gateway would leave it. */
export function poisonMessage(): Promise<RawMessage> {
  return messageOfVersion(ROW_SCHEMA_VERSION);
}

/** A message that a gateway of a later release would write. */
export function newerRowMessage(): Promise<RawMessage> {
  return messageOfVersion(ROW_SCHEMA_VERSION + 1);
}

/** Bytes that another program wrote. */
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
