"""DSPy, instrumented by OpenInference: a prediction, and cached tokens."""

import dspy
from openinference.instrumentation import using_attributes
from openinference.instrumentation.dspy import DSPyInstrumentor
from program import HOST, MODEL, QUESTION, Cell, tracer_provider

provider = tracer_provider()
DSPyInstrumentor().instrument(tracer_provider=provider)
STUB = {"api_base": f"{HOST}/openai/v1", "api_key": "not-a-key"}
dspy.configure(lm=dspy.LM(f"openai/{MODEL}", cache=False, num_retries=0, **STUB))
predict = dspy.Predict("question -> answer")

SCENARIOS = {
    "predict": lambda: predict(question=QUESTION),
    "cache": lambda: predict(question=QUESTION),
}

cell = Cell("openinference-dspy", "openinference-instrumentation-dspy", "dspy")
for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
    with using_attributes(session_id=session, user_id=user):
        run()
