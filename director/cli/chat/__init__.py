"""`director chat`: talk with a race. In a terminal with history and progress, or line by line without one."""

from __future__ import annotations

import argparse
import logging

from director.cli.command import Command, add_config, add_source, speed
from director.cli.planner import add_planner
from director.settings import Settings

_HISTORY = 500

_log = logging.getLogger("director.chat")


def add_chat_options(parser: argparse.ArgumentParser) -> None:
    """The race, how it moves, and who plans."""
    add_source(parser, several=True)
    parser.add_argument(
        "--speed", type=speed, metavar="N", help="play the race N times as fast as it was, from --at on"
    )
    add_config(parser)
    add_planner(parser)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from director.chat.answers_log import AnswersLog
    from director.chat.answers_reading import asked_before
    from director.chat.answers_table import AnswersLogError
    from director.cli.answers import answers_limits, answers_path
    from director.cli.chat.asking import open_asker
    from director.cli.chat.conversation import CHANNEL, Conversation
    from director.cli.replay import has_screen

    asker = await open_asker(arguments, settings)
    path, log, history = answers_path(settings), None, []
    try:
        log = AnswersLog(path, *answers_limits(settings))
        history = asked_before(path, CHANNEL, _HISTORY)
    except AnswersLogError as error:
        _log.warning("what is asked is not kept: %s", error)
    conversation = Conversation(asker, log.keep if log else lambda entry: None)
    try:
        if has_screen():
            from director.cli.chat.chat_terminal import talk

            return await talk(conversation, history)
        from director.cli.chat.line_chat import follow

        return await follow(conversation)
    finally:
        await asker.aclose()
        if log is not None:
            log.close()


COMMAND = Command(add_chat_options, _run)
