-- From here on nothing is added to the former table: a consumer of an earlier version keeps its blocks in the log,
-- and stops after a while. Nothing is checked in stored rows.
ALTER TABLE {{database}}.spans {{on_cluster}}
ADD CONSTRAINT IF NOT EXISTS carried_over CHECK throwIf(retention_days >= 0, 'spans are carried over to the next layout: this consumer is too old')
