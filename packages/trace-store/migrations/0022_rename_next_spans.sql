RENAME TABLE IF EXISTS {{database}}.spans_next TO {{database}}.spans {{on_cluster}}
