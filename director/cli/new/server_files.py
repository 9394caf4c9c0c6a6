"""The files that `director new server` writes. NAME stands for the server's name."""

SERVER = '''"""The tools of NAME."""

from pydantic import BaseModel

from toolgate.sdk import McpServer, tool


class CustomerRequest(BaseModel):
    customer_id: str


class CustomerResponse(BaseModel):
    customer_id: str
    status: str


@tool(name="get_customer", description="The status of a customer.")
def get_customer(request: CustomerRequest) -> CustomerResponse:
    return CustomerResponse(customer_id=request.customer_id, status="active")


server = McpServer(name="NAME", version="0.1.0", transport="stdio")
server.register(get_customer)

if __name__ == "__main__":
    server.run()
'''

TEST = '''"""NAME answers what it promises, and refuses what does not fit."""

import asyncio

from server import server


def test_a_customer_has_a_status() -> None:
    outcome = asyncio.run(server.call("get_customer", {"customer_id": "c-1"}))
    assert outcome.envelope["status"] == "active"


def test_a_request_without_an_id_is_refused() -> None:
    outcome = asyncio.run(server.call("get_customer", {}))
    assert outcome.error_type == "validation_error"
'''
