-- What has been applied to this database. The checksum is that of the file before its placeholders are filled in.
CREATE TABLE IF NOT EXISTS {{database}}.schema_migrations {{on_cluster}}
(
  version UInt32,
  name String,
  checksum String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
-- Two migrators that record the same file leave one row.
ENGINE = {{replicated}}ReplacingMergeTree(applied_at)
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
