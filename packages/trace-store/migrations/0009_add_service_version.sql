-- The text of the resource attribute `service.version`. Rows bring it from version 2 on; for older
-- ones, stored or still in the log, ClickHouse computes it from the resource. The type is asked for
-- because JSONExtractString makes a text of a number, too.
ALTER TABLE {{database}}.spans {{on_cluster}}
ADD COLUMN IF NOT EXISTS `service_version` LowCardinality(String)
DEFAULT if(
  JSONType(resource, 'attributes', 'service.version') = 'String',
  JSONExtractString(resource, 'attributes', 'service.version'),
  ''
) CODEC(ZSTD(1))
AFTER `service_name`
