#!/usr/bin/env bash
# Records the matrix again. Usage: bash record-matrix.sh MATRIX_DIRECTORY [CELLS]. See README.md. CELLS limits the
# recording to some environments, such as "openinference traceloop".
set -euo pipefail

matrix=$(realpath -m "$1")
only=${2:-}
recorders=$(dirname "$(realpath "$0")")
app=$(mktemp -d /tmp/matrix.XXXXXX)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$app"' EXIT

mkdir -p "$matrix" "$app/home"
cp -r "$recorders/python" "$recorders/javascript" "$app"
(cd "$recorders" && PYTHONDONTWRITEBYTECODE=1 exec python3 server.py "$matrix") &
sleep 1

is_wanted() {
  [ -z "$only" ] || [[ " $only " == *" $1 "* ]]
}

# in_python ENVIRONMENT PROGRAM...: installs the environment, runs each program ("file argument"), and removes the
# environment.
in_python() {
  local name=$1 program
  shift
  is_wanted "$name" || return 0
  python3 -m venv "$app/venv"
  nice "$app/venv/bin/pip" install -q --no-deps -r "$recorders/requirements/$name.txt"
  cd "$app/python"
  for program in "$@"; do
    # shellcheck disable=SC2086 # a program may have an argument
    env -i HOME="$app/home" PATH=/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 \
      LITELLM_LOCAL_MODEL_COST_MAP=True TRACELOOP_TELEMETRY=false TRACELOOP_METRICS_ENABLED=false \
      "$app/venv/bin/python" $program
  done
  rm -rf "$app/venv"
}

in_python openinference openinference_clients.py
in_python openai-v2 openai_v2.py
in_python traceloop traceloop_sdk.py
in_python langchain 'langchain_agents.py openinference' 'langchain_agents.py langsmith'
in_python anthropic anthropic_own.py
in_python logfire pydantic_agents.py
in_python logfire-agents 'openai_agents.py logfire'
in_python openai-agents 'openai_agents.py openinference'
in_python litellm litellm_calls.py
in_python langfuse langfuse_sdk.py
in_python llama-index llama_index_agents.py
in_python crewai crewai_crew.py
in_python dspy dspy_programs.py
in_python smolagents smolagents_agent.py
in_python google-adk google_adk_agent.py
in_python strands strands_agent.py
in_python agenta agenta_sdk.py

# in_node PROGRAM...: runs the programs. All JavaScript programs share one installation.
in_node() {
  local program
  is_wanted javascript || return 0
  cd "$app/javascript"
  nice npm install --ignore-scripts --no-audit --no-fund --legacy-peer-deps --loglevel=error
  for program in "$@"; do
    # shellcheck disable=SC2086 # a program may have an argument
    OTEL_NODE_RESOURCE_DETECTORS=none OTEL_METRICS_EXPORTER=none OTEL_LOGS_EXPORTER=none \
      TRACELOOP_TELEMETRY=false node $program
  done
}

in_node 'vercel-ai.mjs 5' 'vercel-ai.mjs 6' 'vercel-ai.mjs 7' 'vercel-ai.mjs 7-legacy' \
  openinference.mjs langfuse.mjs opentelemetry-openai.mjs traceloop.mjs

if is_wanted go; then
  cp -r "$recorders/go" "$app"
  (cd "$app/go" && nice go run .)
fi

if is_wanted java; then
  cp -r "$recorders/java" "$app"
  cd "$app/java"
  nice mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib
  mkdir agent && mv lib/opentelemetry-javaagent-*.jar agent
  version_of() { ls "$1"*.jar | sed -E 's/.*-([0-9.]+)\.jar/\1/'; }
  javac -cp 'lib/*' -d classes Recorder.java
  nice java -javaagent:"$(echo agent/*.jar)" -Dotel.service.name=weather-bot \
    -Dotel.exporter.otlp.endpoint=http://127.0.0.1:4011 -Dotel.metrics.exporter=none -Dotel.logs.exporter=none \
    -Dotel.bsp.schedule.delay=500 -Dotel.instrumentation.java-http-client.enabled=false \
    -Dotel.java.disabled.resource.providers=io.opentelemetry.instrumentation.resources.HostResourceProvider,io.opentelemetry.instrumentation.resources.OsResourceProvider,io.opentelemetry.instrumentation.resources.ProcessResourceProvider,io.opentelemetry.instrumentation.resources.ProcessRuntimeResourceProvider \
    -Dversions="\"opentelemetry-javaagent\": \"$(version_of agent/opentelemetry-javaagent)\", \"openai-java\": \"$(version_of lib/openai-java-core)\"" \
    -cp 'lib/*:classes' Recorder
fi

find "$matrix" -name '*.gz' -exec sh -c 'zcat "$1" | grep -aqE "/root/|/home/|/tmp/|/work/" && echo "$1"' _ {} \; |
  { ! grep . >&2 || { echo 'A path of this machine is in these recordings' >&2 && exit 1; }; }
echo "Recorded into $matrix"
