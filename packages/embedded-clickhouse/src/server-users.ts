import { authorizationOf, type ClickHouseAccess } from './access.js';
import { element } from './xml.js';

/**
 * The grants of the owner: they cover the work of Spanhouse, and the work of an operator on its tables. No grant allows
 * reading a file, opening a connection or running a program. Functions such as `file`, `url`, `remote` and `s3` are
 * therefore refused.
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
 * `default` without a password, and does not start if the login fails.
 */
const child = {
  name: 'default',
  password: '',
  grants: ['READ ON FILE', 'SYSTEM LISTEN ON *.*', 'CREATE TEMPORARY TABLE ON *.*'],
};

/** The properties of users that differ between servers. */
export interface ServerUsers {
  readonly access: ClickHouseAccess;
  /** The grants of the owner. */
  readonly grants: readonly string[];
}

/**
 * Returns the part of the configuration that defines the users and the access to the port.
 *
 * - The only handler of the port accepts requests with the owner's header. Every other request is answered 404. A page
 *   cannot send this header without a preflight, which is refused (docs/adr/118).
 * - The table function `executable` needs no grant, so its programs are searched in a folder that cannot exist.
 * - A table of the owner cannot name a disk, because the name of a disk may be an address.
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
