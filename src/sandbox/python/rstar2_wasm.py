"""Runs calls in an interpreter of WebAssembly, as the local sandbox does in a process: a cell or a script, whose result
goes as JSON to the JavaScript around it. Nothing here is trusted by the process that started it."""
import atexit
import io
import json
import os
import random
import shutil
import sys
import time

import rstar2_asyncio
import rstar2_cell as cell

HOME = os.getcwd()
TEMPORARY = '/tmp'
SLICE_SECONDS = 0.02
namespace = None
number = 0
sleep_whole = time.sleep


class Value:
    """Collects the value of the last expression, or the mark of an uncaught MemoryError."""

    def __init__(self):
        self.mark = self.text = None

    def write(self, mark, text=''):
        self.mark, self.text = mark.decode(), text


def run_call(source, kind, is_script, is_deterministic, most_characters):
    """Runs a program.

    `kind`: 'only', the one program of this interpreter; 'fresh', in globals of its own; 'cell', in the session's globals.
    A value that is longer than `most_characters` is cut to one more. Returns JSON: the exit code, the value's text or null, and whether memory ran out.
    """
    global namespace, number
    number += 1
    if kind == 'fresh':
        clear_files()
    if namespace is None or kind != 'cell':
        namespace = cell.fresh_main()
        sys.excepthook = sys.__excepthook__  # Pyodide has one of its own, which shows frames of ours
    open_streams()
    if kind != 'cell' or number == 1:  # the state of the generator is part of the snapshot
        random.seed(0 if is_deterministic else None)
    value = Value()
    code = run(source, value, kind, is_script)
    if kind != 'cell':
        if atexit._ncallbacks() > cell.CALLBACKS:
            cell.guard(atexit._run_exitfuncs)
    code = flush(code)
    text = None
    if value.mark == '=':
        text = value.text[:most_characters + 1].encode('utf-8', 'backslashreplace').decode()
    return json.dumps([code, text, value.mark == '!'])


def run(source, value, kind, is_script):
    try:
        if is_script:
            return cell.run_script(source, namespace, value)
        if kind == 'cell':
            return cell.run(source, namespace, value, '<cell %d>' % number, keep=True)
        return cell.run(source, namespace, value)
    except KeyboardInterrupt:  # the interrupt came when the program had ended
        return 1


def open_streams():
    """Opens the standard streams anew: a program may have closed or replaced them."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), 'utf-8')
    sys.stdout = sys.__stdout__ = writer(1, 'strict', False)
    sys.stderr = sys.__stderr__ = writer(2, 'backslashreplace', True)


def writer(fd, errors, line_buffering):
    buffered = io.BufferedWriter(io.FileIO(fd, 'w', closefd=False))
    return io.TextIOWrapper(buffered, 'utf-8', errors, line_buffering=line_buffering)


def flush(code):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            code = code or 120
    return code


def clear_files():
    """Removes the files of the last program."""
    for folder in (HOME, TEMPORARY):
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.remove(path)
    os.chdir(HOME)


def sleep(seconds, /):
    """time.sleep in slices: an interrupt is seen between them alone."""
    left = seconds if isinstance(seconds, (int, float)) else float(seconds)
    end = time.monotonic() + left
    while left > SLICE_SECONDS:
        sleep_whole(SLICE_SECONDS)
        left = end - time.monotonic()
    sleep_whole(left if seconds < 0 else max(left, 0))


time.sleep = sleep
rstar2_asyncio.install()
