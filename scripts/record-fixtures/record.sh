#!/usr/bin/env bash
# Records every fixture anew: bash record.sh FIXTURES_DIRECTORY. See README.md.
set -euo pipefail

fixtures=$(realpath "$1")
recorders=$(dirname "$(realpath "$0")")
app=/srv/app # stack traces name files of this directory

mkdir -p "$app/node" "$fixtures/otlp"
cp "$recorders"/*.py "$app"
cp "$recorders"/*.mjs "$recorders/package.json" "$app/node"

for list in "$recorders"/requirements/*.txt; do
  name=$(basename "$list" .txt)
  if [ ! -e "$app/$name" ]; then
    python3 -m venv "$app/$name"
    "$app/$name/bin/pip" install -q --no-deps -r "$list"
  fi
done
if [ ! -e "$app/node/node_modules" ]; then
  (cd "$app/node" && npm install --ignore-scripts --no-audit --no-fund)
fi

cd "$app"
python3 record_server.py "$fixtures" &
server=$!
trap 'kill $server 2>/dev/null' EXIT
sleep 1

in_venv() {
  local name=$1
  shift
  env -i HOME=/nonexistent PATH=/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 \
    TRACELOOP_TELEMETRY=false LITELLM_LOCAL_MODEL_COST_MAP=True "$app/$name/bin/python" "$@"
}

in_venv traceloop record_traceloop.py
in_venv traceloop-legacy record_traceloop.py legacy-
in_venv openinference record_openinference.py
in_venv genai record_genai.py current
in_venv genai record_genai.py default
in_venv genai-legacy record_genai.py legacy
for scenario in workflow stream-and-error with-openinference; do
  in_venv agenta record_agenta.py "$scenario"
done
in_venv agenta record_zipkin.py
cd node
for generation in v4 v5 v6 v7 v7-legacy; do
  for scenario in text-with-tool stream object-and-embeddings; do
    node --preserve-symlinks record-vercel-ai.mjs "$generation" "$scenario"
  done
done
node --preserve-symlinks record-zipkin.mjs
cd ..

in_venv agenta list_contents.py "$fixtures/otlp"
grep -raE '/root/|/home/|/tmp/' "$fixtures" && echo 'A path of this machine is in a fixture' >&2 && exit 1
echo "Recorded into $fixtures"
kill $server
bash "$recorders/matrix/record-matrix.sh" "$fixtures/matrix"
