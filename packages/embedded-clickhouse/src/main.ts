// The child process: loads ClickHouse into itself and serves HTTP until standard input closes.
// Arguments: path of the library, path of the configuration file.
import { DataType, load, open } from 'ffi-rs';

const [libraryPath = '', configPath = ''] = process.argv.slice(2);

const serveUntilInputCloses = [
  'SYSTEM START LISTEN HTTP',
  // 'stdin' is the descriptor it has; a path would be opened, which waits for ever once the parent is gone.
  "SELECT * FROM file('stdin', LineAsString, 'line String') FORMAT Null",
].join('; ');
const argv = ['clickhouse', '--config-file', configPath, '--query', serveUntilInputCloses];

process.title = 'spanhouse-clickhouse';
open({ library: 'chdb', path: libraryPath });
// Blocks this thread for good: no JavaScript runs while ClickHouse serves.
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});
