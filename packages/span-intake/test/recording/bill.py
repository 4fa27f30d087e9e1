"""The answer and the bill from a stub provider for one call, which are the same for every API.

The answer depends only on the request. If the request has tools and the last question has no tool
result yet, the answer has two tool calls. Otherwise the answer is a text. Every call in a recording
has a unique id, text and token counts, so that tests detect mixed-up calls.
"""

import itertools

CITIES = ["Paris", "Lyon"]
TOOL = "get_weather"


class Call:
    """One call that the stub answers. The token counts do not overlap."""

    def __init__(self, number, scenario, request):
        cached = "cache" in scenario
        self.number = number
        self.messages = request["messages"]
        self.has_tools = TOOL in request["tools"]
        self.text = text_for(number, request)
        self.tool_calls = self.choose_tool_calls(request)
        self.input = 101 + 13 * number
        self.output = 21 + 7 * number
        self.cache_read = 1024 + 5 * number if cached else 0
        self.cache_write = 0
        self.reasoning = 0

    def choose_tool_calls(self, request):
        answered = any("result" in message for message in after_last_user(self.messages))
        if "final_answer" in request["tools"]:  # smolagents sends results as text from the user
            answered = "temperature" in str(self.messages)
        if self.has_tools and not answered:
            return [
                {"id": f"call_{self.number}_{place}", "name": TOOL, "arguments": {"city": city}}
                for place, city in enumerate(CITIES)
            ]
        if "final_answer" in request["tools"]:
            arguments = {"answer": self.text}
            return [{"id": f"call_{self.number}_0", "name": "final_answer", "arguments": arguments}]
        return []

    @property
    def prompt(self):
        return self.input + self.cache_read + self.cache_write


def text_for(number, request):
    text = f"Answer {number}: it is 18 °C and sunny."
    everything = str(request["messages"])
    if "[[ ## completed ## ]]" in everything:  # the format that DSPy requires
        return f"[[ ## answer ## ]]\n{text}\n\n[[ ## completed ## ]]"
    return text


def after_last_user(messages):
    return itertools.takewhile(lambda message: message["role"] != "user", reversed(messages))


def pieces(text):
    """Splits the text into the chunks of a stream."""
    words = text.split(" ")
    return [word if place == 0 else f" {word}" for place, word in enumerate(words)]
