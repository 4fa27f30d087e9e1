// The program of the child process. It loads ClickHouse and serves HTTP until its standard input closes. Its arguments
// are the paths of the library and the configuration file. Only the owner may read files that the server writes.
import { DataType, load, open } from 'ffi-rs';

const [libraryPath = '', configPath = ''] = process.argv.slice(2);

const serveUntilInputCloses = [
  'SYSTEM START LISTEN HTTP',
  // 'stdin' names the open descriptor. If ClickHouse opened a path instead, it would block forever once the parent has
  // ended.
  "SELECT * FROM file('stdin', LineAsString, 'line String') FORMAT Null",
].join('; ');
const argv = ['clickhouse', '--config-file', configPath, '--query', serveUntilInputCloses];

process.umask(0o077);
process.title = 'spanhouse-clickhouse';
open({ library: 'chdb', path: libraryPath });
// This call blocks the thread until the process ends, so no JavaScript runs while ClickHouse serves.
const result = load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});

// ClickHouse prints the reason why a statement fails. In contrast, it returns the reason why the server cannot start,
// for example because of a wrong configuration.
const reason = { library: 'chdb', funcName: 'chdb_result_error', paramsType: [DataType.External] };
const hasReason = load({ ...reason, retType: DataType.U64, paramsValue: [result] }) !== 0;
if (hasReason) {
  process.stderr.write(load({ ...reason, retType: DataType.String, paramsValue: [result] }));
}
