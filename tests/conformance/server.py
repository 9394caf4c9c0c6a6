"""The fixture that the official conformance suite of MCP calls, written on the SDK: `python server.py PORT`, or
`stdio` in its place."""

from __future__ import annotations

import asyncio
import struct
import sys
import zlib
from base64 import b64decode
from typing import Any, Literal

from pydantic import BaseModel

from toolgate.contract import ToolError
from toolgate.peer import Question, Roots
from toolgate.sdk import Audio, CallContext, Content, Embedded, Image, McpServer, prompt, resource, tool
from toolgate.sdk.context import elicit, sample


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\x00\xff\x00\x00"))
    + _chunk(b"IEND", b"")
)
WAV = b64decode("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==")
PAUSE_S = 0.05


class Prompt(BaseModel):
    prompt: str


class Message(BaseModel):
    message: str


def form(**fields: Any) -> dict[str, Any]:
    """The schema of a form whose fields are all required."""
    return {"type": "object", "properties": fields, "required": list(fields)}


NAME = form(name={"type": "string"})
OK = form(ok={"type": "boolean"})


@tool(name="test_simple_text", description="A text")
def simple_text() -> Content:
    return Content("This is a simple text response for testing.")


@tool(name="test_image_content", description="A picture")
def image_content() -> Content:
    return Content(Image(PNG))


@tool(name="test_audio_content", description="A sound")
def audio_content() -> Content:
    return Content(Audio(WAV))


@tool(name="test_embedded_resource", description="A resource")
def embedded_resource() -> Content:
    return Content(Embedded("test://embedded-resource", "This is an embedded resource content."))


@tool(name="test_multiple_content_types", description="Several blocks")
def multiple_content_types() -> Content:
    held = Embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return Content("Multiple content types test:", Image(PNG), held)


@tool(name="test_tool_with_logging", description="Writes to its log")
async def tool_with_logging(call: CallContext) -> Content:
    await call.log("Tool execution started")
    await asyncio.sleep(PAUSE_S)
    await call.log("Tool processing data")
    await asyncio.sleep(PAUSE_S)
    await call.log("Tool execution completed")
    return Content("Tool execution completed")


@tool(name="test_logging_tool", description="Writes to its log")
async def logging_tool(call: CallContext) -> Content:
    await call.log("a line that nobody asked for")
    return Content("logged")


_ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
SCHEMA_2020 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": _ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


class Anything(BaseModel):
    model_config = {"extra": "allow"}


@tool(
    name="json_schema_2020_12_tool",
    description="Tool with JSON Schema 2020-12 features",
    input_schema=SCHEMA_2020,
)
def json_schema_tool(request: Anything) -> Content:
    return Content("fits")


@tool(name="test_error_handling", description="Fails")
def error_handling() -> Content:
    raise ToolError("tool_failed", "This tool intentionally returns an error for testing")


@tool(name="test_tool_with_progress", description="Says how far it is")
async def tool_with_progress(call: CallContext) -> Content:
    await call.progress(0, 100)
    await asyncio.sleep(PAUSE_S)
    await call.progress(50, 100)
    await asyncio.sleep(PAUSE_S)
    await call.progress(100, 100)
    return Content("done")


@tool(name="test_sampling", description="Asks the client's model", timeout_ms=10_000)
async def sampling(request: Prompt, call: CallContext) -> Content:
    return Content(f"LLM response: {await call.sample(request.prompt, max_tokens=100)}")


@tool(name="test_elicitation", description="Asks the person", timeout_ms=10_000)
async def elicitation(request: Message, call: CallContext) -> Content:
    username = {"type": "string", "description": "User's response"}
    email = {"type": "string", "description": "User's email address"}
    answer = await call.elicit(request.message, form(username=username, email=email))
    return Content(f"User response: action={answer.action}, content={answer.content}")


@tool(name="test_elicitation_sep1034_defaults", description="Asks with defaults", timeout_ms=10_000)
async def elicitation_defaults(call: CallContext) -> Content:
    schema = form(
        name={"type": "string", "default": "John Doe"},
        age={"type": "integer", "default": 30},
        score={"type": "number", "default": 95.5},
        status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        verified={"type": "boolean", "default": True},
    )
    answer = await call.elicit("Please fill in", {**schema, "required": []})
    return Content(f"Elicitation completed: action={answer.action}, content={answer.content}")


@tool(name="test_elicitation_sep1330_enums", description="Asks with choices", timeout_ms=10_000)
async def elicitation_enums(call: CallContext) -> Content:
    options = ["option1", "option2", "option3"]
    titled = [
        {"const": f"value{n}", "title": f"{word} Option"} for n, word in enumerate(("First", "Second", "Third"), 1)
    ]
    names = ["Option One", "Option Two", "Option Three"]
    schema = form(
        untitledSingle={"type": "string", "enum": options},
        titledSingle={"type": "string", "oneOf": titled},
        legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        untitledMulti={"type": "array", "items": {"type": "string", "enum": options}},
        titledMulti={"type": "array", "items": {"anyOf": titled}},
    )
    answer = await call.elicit("Please choose", {**schema, "required": []})
    return Content(f"Elicitation completed: action={answer.action}, content={answer.content}")


@tool(name="test_missing_capability", description="Needs a client with a model")
async def missing_capability(call: CallContext) -> Content:
    return Content(await call.sample("Anything?", max_tokens=10))


@tool(name="test_streaming_elicitation", description="Asks while it streams")
async def streaming_elicitation(call: CallContext) -> Content:
    await call.progress(0, 1)
    answer = await call.elicit("What is your name?", NAME, key="user_name")
    return Content(f"Hello, {answer.content.get('name')}!")


@tool(name="test_input_required_result_elicitation", description="Asks for a name")
async def input_elicitation(call: CallContext) -> Content:
    answer = await call.elicit("What is your name?", NAME, key="user_name")
    return Content(f"Hello, {answer.content.get('name')}!")


@tool(name="test_input_required_result_sampling", description="Asks the client's model")
async def input_sampling(call: CallContext) -> Content:
    return Content(await call.sample("What is the capital of France?", max_tokens=100, key="capital_question"))


@tool(name="test_input_required_result_list_roots", description="Asks for folders")
async def input_roots(call: CallContext) -> Content:
    return Content(f"Roots: {', '.join(await call.roots(key='client_roots'))}")


@tool(name="test_input_required_result_request_state", description="Asks for a confirmation")
async def input_state(call: CallContext) -> Content:
    answer = await call.elicit("Please confirm", OK, key="confirm")
    return Content(f"state-ok: {answer.action}")


@tool(name="test_input_required_result_tampered_state", description="Asks for a confirmation")
async def input_tampered(call: CallContext) -> Content:
    answer = await call.elicit("Please confirm", OK, key="confirm")
    return Content(f"state-ok: {answer.action}")


@tool(name="test_input_required_result_multiple_inputs", description="Asks several things at once")
async def input_several(call: CallContext) -> Content:
    answers = await call.ask(
        {
            "user_name": elicit("What is your name?", NAME),
            "greeting": sample("Generate a greeting", max_tokens=50),
            "client_roots": Roots(),
        }
    )
    return Content(f"{len(answers)} answers")


@tool(name="test_input_required_result_multi_round", description="Asks twice")
async def input_rounds(call: CallContext) -> Content:
    name = await call.elicit("Step 1: What is your name?", NAME, key="step1")
    colour = form(color={"type": "string"})
    chosen = await call.elicit("Step 2: What is your favorite color?", colour, key="step2")
    return Content(f"{name.content.get('name')} likes {chosen.content.get('color')}")


@tool(name="test_input_required_result_capabilities", description="Asks what the client can answer")
async def input_capabilities(call: CallContext) -> Content:
    able = call.capabilities
    questions: dict[str, Question] = {}
    if "sampling" in able:
        questions["greeting"] = sample("Generate a greeting", max_tokens=50)
    if "elicitation" in able:
        questions["user_name"] = elicit("What is your name?", NAME)
    return Content(f"{len(await call.ask(questions))} answers")


@resource("test://static-text", description="A text")
def static_text() -> str:
    return "This is the content of the static text resource."


@resource("test://static-binary", description="A picture", mime_type="image/png")
def static_binary() -> bytes:
    return PNG


@resource("test://watched-resource", description="A text that changes")
def watched() -> str:
    return "Watch me."


@resource("test://template/{id}/data", description="Data by id", mime_type="application/json")
def template(id: str) -> dict[str, Any]:
    return {"id": id, "templateTest": True, "data": f"Data for ID: {id}"}


@prompt(name="test_simple_prompt", description="A prompt")
def simple_prompt() -> str:
    return "This is a simple prompt for testing."


def _words(typed: str, known: Any) -> list[str]:
    return [word for word in ("paris", "park", "party") if word.startswith(typed)]


@prompt(name="test_prompt_with_arguments", description="A prompt with arguments", complete={"arg1": _words})
def prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@prompt(name="test_prompt_with_embedded_resource", description="A prompt with a resource")
def prompt_with_resource(resourceUri: str) -> list[Any]:  # noqa: N803 - the suite names it so
    held = Embedded(resourceUri, "Embedded resource content for testing.")
    return [held, "Please process the embedded resource above."]


@prompt(name="test_prompt_with_image", description="A prompt with a picture")
def prompt_with_image() -> list[Any]:
    return [Image(PNG), "Please analyze the image above."]


@prompt(name="test_input_required_result_prompt", description="A prompt that asks")
async def prompt_that_asks(call: CallContext) -> str:
    context = form(context={"type": "string"})
    answer = await call.elicit("What context should the prompt use?", context, key="user_context")
    return f"Context: {answer.content.get('context')}"


OFFERED = [value for value in list(globals().values()) if hasattr(value, "__toolgate__")]


def build(port: int, transport: Literal["http", "stdio", "wire"] = "http") -> McpServer:
    about = "The fixture of the suite."
    server = McpServer(name="conformance", version="1.0.0", description=about, port=port, transport=transport)
    for function in OFFERED:
        server.register(function)
    return server


if __name__ == "__main__":
    (build(0, "stdio") if sys.argv[1] == "stdio" else build(int(sys.argv[1]))).run()
