{{- define "spanhouse.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "spanhouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* The parts that all pods have in common. Takes { root, values, service }. */}}
{{- define "spanhouse.podCommon" -}}
serviceAccountName: {{ include "spanhouse.serviceAccountName" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
securityContext:
  {{- include "spanhouse.podSecurity" . | nindent 2 }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "spanhouse.spread" -}}
{{- $context := . -}}
topologySpreadConstraints:
{{- range .root.Values.topologySpread.topologyKeys }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: {{ $context.root.Values.topologySpread.whenUnsatisfiable }}
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "spanhouse.selectorLabels" $context | nindent 8 }}
{{- end }}
{{- end -}}

{{/* Labels of a pod, and checksums that restart the pod when its configuration changes. */}}
{{- define "spanhouse.podMetadata" -}}
labels:
  {{- include "spanhouse.labels" . | nindent 2 }}
annotations:
  checksum/config: {{ include "spanhouse.config" . | sha256sum }}
  checksum/secrets: {{ include "spanhouse.secretData" . | sha256sum }}
  {{- with .values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The container of a Spanhouse service, without probes and ports. */}}
{{- define "spanhouse.container" -}}
name: {{ .service }}
image: {{ include "spanhouse.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- include "spanhouse.containerSecurity" . | nindent 2 }}
envFrom:
  - configMapRef:
      name: {{ include "spanhouse.componentName" . }}
{{- with include "spanhouse.env" . | trim }}
env:
  {{- . | nindent 2 }}
{{- end }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
{{- end -}}

{{- define "spanhouse.caMount" -}}
{{- if include "spanhouse.trustsMore" .root }}
- name: trusted-ca
  mountPath: /etc/spanhouse/ca
  readOnly: true
{{- end }}
{{- end -}}

{{- define "spanhouse.caVolume" -}}
{{- if include "spanhouse.trustsMore" .root }}
- name: trusted-ca
  {{- with .root.Values.trustedCa }}
  {{- if .existingSecret }}
  secret:
    secretName: {{ .existingSecret | quote }}
    items: [{ key: {{ .key | quote }}, path: {{ .key | quote }} }]
  {{- else }}
  configMap:
    name: {{ .existingConfigMap | quote }}
    items: [{ key: {{ .key | quote }}, path: {{ .key | quote }} }]
  {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "spanhouse.ports" -}}
ports:
  - { name: http, containerPort: 8080 }
{{- if has "grpc" .takes }}
  - { name: otlp-grpc, containerPort: 4317 }
{{- end }}
{{- if eq .service "all-in-one" }}
  - { name: otlp-http, containerPort: 4318 }
{{- end }}
{{- end -}}

{{/* A pod is ready once it has reached every backend. If it loses a backend later, it remains ready and returns errors. */}}
{{- define "spanhouse.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 2
  failureThreshold: {{ ternary 150 30 (eq .service "all-in-one") }}
livenessProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end -}}

{{- define "spanhouse.shutdownSeconds" -}}
{{- $shutdown := .Values.shutdown -}}
{{- $needed := add $shutdown.preStopSeconds (divf $shutdown.timeoutMs 1000 | ceil | int) -}}
{{- $granted := $shutdown.terminationGracePeriodSeconds -}}
{{- if not $granted }}{{ $granted = add $needed 5 }}{{ end -}}
{{- if le (int $granted) (int $needed) -}}
{{- fail (printf "shutdown.terminationGracePeriodSeconds: %d must be above preStopSeconds and timeoutMs together, %d s" (int $granted) (int $needed)) -}}
{{- end -}}
{{- $granted -}}
{{- end -}}

{{/* The kubelet itself performs the sleep, so the image needs no shell. */}}
{{- define "spanhouse.preStop" -}}
{{- with .Values.shutdown.preStopSeconds }}
lifecycle:
  preStop:
    sleep: { seconds: {{ . }} }
{{- end }}
{{- end -}}
