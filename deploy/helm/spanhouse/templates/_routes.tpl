{{/*
Clients have one base URL, and writes and reads share paths. The gateway serves `writes`. The query service serves
all other requests to the paths of `reads`. No other request is let through: metrics and probes stay inside.
`under` means the path and everything below it.
*/}}
{{- define "spanhouse.routes" -}}
writes:
  - { method: POST, path: /tracing/spans/ingest, mirrored: true }
  - { method: POST, path: /tracing/traces, mirrored: true }
  - { method: PUT, under: /tracing/traces, mirrored: true }
  - { method: POST, path: /traces/ingest, mirrored: true }
  - { method: POST, path: /traces, mirrored: true }
  - { method: PUT, under: /traces, mirrored: true }
  - { method: POST, path: /simple/traces, mirrored: true }
  - { under: /otlp }
  - { under: /v1 }
  - { under: /public/otel }
  - { path: /v2/spans }
reads:
  - { under: /spans, mirrored: true }
  - { under: /traces, mirrored: true }
  - { under: /tracing, mirrored: true }
  - { under: /simple, mirrored: true }
  - { under: /queries, mirrored: true }
  - { under: /attributes }
  - { under: /receipts }
  - { under: /project }
  - { under: /docs }
  - { path: / }
  - { under: /ui }
  - { under: /tempo, isBase: true }
  - { under: /jaeger, isBase: true }
  - { under: /zipkin, isBase: true }
  - { path: /openapi.json }
  - { path: /span-metrics }
  - { under: /mcp }
  - { path: /health }
{{- if .Values.routing.exposeAdmin }}
  - { under: /admin }
{{- end }}
{{- end -}}

{{/* Prefixes of a route: services also accept /api before every path except a base path, and /preview before mirrored paths. */}}
{{- define "spanhouse.prefixes" -}}
{{- if or (eq (default "" .path) "/") .isBase -}}
prefixes: ['']
{{- else -}}
{{- ternary "prefixes: ['', /preview, /api, /api/preview]" "prefixes: ['', /api]" (default false .mirrored) -}}
{{- end -}}
{{- end -}}

{{- define "spanhouse.httpRouteMatches" -}}
{{- range $route := . }}
{{- range (include "spanhouse.prefixes" $route | fromYaml).prefixes }}
{{- if $route.under }}
- path: { type: PathPrefix, value: {{ . }}{{ $route.under }} }
  {{- with $route.method }}
  method: {{ . }}
  {{- end }}
{{- else }}
{{- $path := print . $route.path }}
{{- range ternary (list $path) (list $path (print $path "/")) (eq $path "/") }}
- path: { type: Exact, value: {{ . }} }
  {{- with $route.method }}
  method: {{ . }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Lines of an nginx map on "$request_method $uri". Takes { routes, to }. */}}
{{- define "spanhouse.nginxMap" -}}
{{- range .routes }}
"~^{{ default "[A-Z]+" .method }} (/api)*{{ if .mirrored }}(/preview)?{{ end }}{{ default .path .under | replace "." "[.]" }}{{ if .under }}(/.*)?${{ else }}/?${{ end }}" {{ $.to }};
{{- end }}
{{- end -}}
