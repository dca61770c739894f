# SPDX-License-Identifier: Apache-2.0
#
# A mail server that prints what it gets, one JSON object a line: from, to, headers, text, html.
# It listens on a free port of 127.0.0.1 and prints "ready PORT". A line on its standard input,
# "451 try later", is its answer to the next message.
import asyncio
import email
import email.policy
import json
import sys

from aiosmtpd.controller import Controller

answers = []


class Handler:
    async def handle_DATA(self, server, session, envelope):
        if answers:
            return answers.pop(0)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        parts = {p.get_content_type(): p.get_content() for p in message.walk() if not p.is_multipart()}
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos,
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "text": parts.get("text/plain"), "html": parts.get("text/html"),
        }), flush=True)
        return "250 2.0.0 Ok: queued as 4F2A"


controller = Controller(Handler(), hostname="127.0.0.1", port=0, ready_timeout=60)
# Controller.start() would connect to port 0 to see whether it is there.
loop = asyncio.new_event_loop()
server = loop.run_until_complete(
    loop.create_server(controller.factory, host="127.0.0.1", port=0))
print("ready", server.sockets[0].getsockname()[1], flush=True)


def read_line():
    line = sys.stdin.readline()
    if not line:
        loop.stop()
    elif line.strip():
        answers.append(line.strip())


loop.add_reader(sys.stdin, read_line)
loop.run_forever()
