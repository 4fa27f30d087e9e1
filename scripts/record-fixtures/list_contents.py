"""Writes CONTENTS.md: what every recorded .pb holds, span by span, with attribute types and values.

    python3 list_contents.py FIXTURES_DIRECTORY/otlp

NOTES.md in the same directory is put in front of the listing as it is.
"""

import pathlib
import sys

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

LONGEST = 300
KINDS = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]
STATUS = ["UNSET", "OK", "ERROR"]


def shown(value):
    kind = value.WhichOneof("value")
    if kind is None:
        return "(empty)"
    if kind == "array_value":
        return "array [" + ", ".join(shown(item) for item in value.array_value.values) + "]"
    if kind == "kvlist_value":
        pairs = (f"{pair.key}: {shown(pair.value)}" for pair in value.kvlist_value.values)
        return "kvlist {" + ", ".join(pairs) + "}"
    text = str(getattr(value, kind)).replace("\n", "\\n").replace("`", "'")
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}… ({len(text)} characters)"
    return f"{kind.removesuffix('_value')} {text}"


def attributes(pairs, indent):
    return [f"{indent}- `{pair.key}`: `{shown(pair.value)}`" for pair in pairs]


def span_lines(span, spans):
    parent = next((other.name for other in spans if other.span_id == span.parent_span_id), "root")
    status = STATUS[span.status.code] + (f" `{span.status.message}`" if span.status.message else "")
    lines = [f"- **{span.name}** (parent: {parent}; kind {KINDS[span.kind]}; status {status})"]
    lines += attributes(span.attributes, "  ")
    for event in span.events:
        lines += [f"  - event **{event.name}**"] + attributes(event.attributes, "    ")
    for link in span.links:
        lines += [f"  - link to {link.trace_id.hex()}/{link.span_id.hex()}"]
        lines += attributes(link.attributes, "    ")
    return lines


def scenario_lines(path):
    request = ExportTraceServiceRequest.FromString(path.read_bytes())
    every_span = [
        span
        for resource in request.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    traces = len({span.trace_id for span in every_span})
    size = path.stat().st_size
    counts = f"{len(every_span)} spans, {traces} trace{'s' * (traces > 1)}, {size} bytes"
    lines = [f"### {path.parent.name}/{path.name}", "", counts, ""]
    for resource in request.resource_spans:
        lines += ["Resource:", ""] + attributes(resource.resource.attributes, "") + [""]
        for scope in resource.scope_spans:
            named = f"`{scope.scope.name}` {scope.scope.version}".strip()
            schema = f", schema {scope.schema_url}" if scope.schema_url else ""
            lines += [f"Scope {named}{schema}:", ""]
            lines += attributes(scope.scope.attributes, "")
            for span in sorted(scope.spans, key=lambda span: span.start_time_unix_nano):
                lines += span_lines(span, every_span)
            lines.append("")
    return lines


root = pathlib.Path(sys.argv[1])
lines = [(root / "NOTES.md").read_text().rstrip(), ""] if (root / "NOTES.md").exists() else []
for folder in sorted(path for path in root.iterdir() if path.is_dir()):
    lines += [f"## {folder.name}", ""]
    for path in sorted(folder.glob("*.pb")):
        lines += scenario_lines(path)
(root / "CONTENTS.md").write_text("\n".join(lines).rstrip() + "\n")
