import { authorizationOf, type ClickHouseAccess } from './access.js';
import { element } from './xml.js';

/**
 * The owner's grants. They suffice for Spanhouse itself and for an operator who works on Spanhouse's tables. No grant
 * allows reading a file, opening a connection or running a program. Therefore, functions such as `file`, `url`,
 * `remote` and `s3` are refused.
 */
export const ownerGrants: readonly string[] = [
  'SHOW, SELECT, INSERT, ALTER, TRUNCATE, OPTIMIZE, BACKUP ON *.*',
  'CREATE DATABASE, CREATE TABLE, CREATE VIEW, DROP DATABASE, DROP TABLE, DROP VIEW ON *.*',
  'KILL QUERY, SYSTEM MERGES, SYSTEM TTL MERGES ON *.*',
  ...['MergeTree', 'ReplacingMergeTree', 'AggregatingMergeTree'].map(
    (engine) => `TABLE ENGINE ON ${engine}`,
  ),
];

/**
 * The user of the child process itself, which opens the port and reads its standard input. ClickHouse logs in as
 * `default` without a password and does not start if this login fails.
 */
const child = {
  name: 'default',
  password: '',
  grants: ['READ ON FILE', 'SYSTEM LISTEN ON *.*', 'CREATE TEMPORARY TABLE ON *.*'],
};

/** The address, credentials and grants of a server's owner. */
export interface ServerUsers {
  readonly access: ClickHouseAccess;
  readonly grants: readonly string[];
}

/**
 * Returns the part of the configuration that defines the users and the access to the port.
 *
 * - The port has only one handler, which accepts requests with the owner's header. All other requests get a 404. A web
 *   page cannot send this header without a preflight, which is refused (docs/adr/118).
 * - The table function `executable` needs no grant. Therefore its programs are looked up in a folder that cannot exist.
 * - The owner's tables cannot name a disk, because a disk name may be an address.
 */
export function usersXml({ access, grants }: ServerUsers): string {
  return [
    '<http_handlers><rule>',
    `<headers>${element('authorization', authorizationOf(access))}</headers>`,
    '<handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>',
    '</rule></http_handlers>',
    element('user_scripts_path', '/dev/null/'),
    '<profiles><default><constraints>',
    ...['disk', 'storage_policy'].map(
      (name) => `<merge_tree_${name}><const/></merge_tree_${name}>`,
    ),
    '</constraints></default></profiles>',
    '<quotas><default/></quotas>',
    '<users>',
    userXml(child),
    userXml({ name: access.user, password: access.password, grants }),
    '</users>',
  ].join('\n');
}

interface User {
  readonly name: string;
  readonly password: string;
  readonly grants: readonly string[];
}

function userXml({ name, password, grants }: User): string {
  return [
    `<${name}>${element('password', password)}<profile>default</profile><quota>default</quota>`,
    '<networks><ip>127.0.0.1</ip></networks>',
    `<grants>${grants.map((grant) => element('query', `GRANT ${grant}`)).join('')}</grants></${name}>`,
  ].join('\n');
}
