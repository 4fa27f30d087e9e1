"""Does the same as with-openapi-fetch.ts with a package from openapi-python-client. Imports each of its modules."""

import importlib
import json
import pkgutil
import sys

import spanhouse_client
from spanhouse_client import Client
from spanhouse_client.api.ingest import post_tracing_spans_ingest
from spanhouse_client.api.spans import post_spans_query
from spanhouse_client.api.traces import get_traces_trace_id
from spanhouse_client.models import FlatIngestRequest, QueryRequest, SentSpan, Windowing
from spanhouse_client.types import UNSET

for module in pkgutil.walk_packages(spanhouse_client.__path__, "spanhouse_client."):
    importlib.import_module(module.name)

url, trace_id = sys.argv[1:3]
times = {"start_time": "2026-05-01T10:00:00Z", "end_time": "2026-05-01T10:00:01Z"}
parent = {"trace_id": trace_id, "span_id": "00f067aa0ba902b7", "span_name": "parent", **times}
child = {
    "trace_id": trace_id,
    "span_id": "00f067aa0ba902b8",
    "parent_id": "00f067aa0ba902b7",
    "span_name": "child",
    "attributes": {"customer": {"id": 7}},
    **times,
}

client = Client(base_url=url, raise_on_unexpected_status=True)
spans = [SentSpan.from_dict(span) for span in (parent, child)]
sent = post_tracing_spans_ingest.sync_detailed(client=client, body=FlatIngestRequest(spans=spans))
client = client.with_headers(
    {
        "x-consistent-with": sent.headers["x-ingest-receipt"],
        "x-consistency-timeout-ms": "60000",
    }
)

filtering = {"conditions": [{"field": "trace_id", "value": trace_id}]}
names = []
cursor = UNSET
while True:
    query = QueryRequest.from_dict({"filtering": filtering})
    query.windowing = Windowing(limit=1, next_=cursor)
    page = post_spans_query.sync(client=client, body=query)
    names += [span.span_name for span in page.spans]
    if not page.windowing:
        break
    cursor = page.windowing.next_

found = get_traces_trace_id.sync(trace_id, client=client)
print(
    json.dumps(
        {
            "accepted": sent.parsed.count,
            "names": sorted(names),
            "trace": found.trace.trace_id,
            "roots": list(found.trace.spans.additional_properties),
        }
    )
)
