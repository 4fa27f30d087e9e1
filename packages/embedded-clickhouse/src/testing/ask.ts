import { text } from 'node:stream/consumers';
import type { ClickHouseAccess } from '../access.js';
import { sendStatement } from '../send-statement.js';

/**
 * Runs a statement as the owner and returns the response without surrounding white space. `parameters` are added to the
 * URL.
 */
export async function ask(
  access: ClickHouseAccess,
  sql: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await text(await sendStatement(access, { sql, parameters }))).trim();
}
