-- Copies the rows of the former table and builds the trace index from them, part by part, and ends once the counts
-- of all partitions agree (docs/adr/127).
{{carry_over}}
