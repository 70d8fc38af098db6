"""Keeps what a stage of gpu_check.sh found: sets values of a stage in a JSON file.

    gpu_record.py FILE STAGE KEY=VALUE ...      a number, true, false, or text
    gpu_record.py FILE STAGE KEY=@FILE.json     the content of a JSON file

The file is replaced as a whole, so that it can be read whenever the check is stopped.
"""
import json
import os
import pathlib
import sys


def value_of(text):
    if text.startswith("@"):
        return json.loads(pathlib.Path(text[1:]).read_text())
    try:
        return json.loads(text)
    except ValueError:
        return text


def main(file, stage, *settings):
    path = pathlib.Path(file)
    everything = json.loads(path.read_text()) if path.exists() else {}
    kept = everything.setdefault(stage, {})
    for setting in settings:
        key, _, text = setting.partition("=")
        kept[key] = value_of(text)
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(everything, indent=2) + "\n")
    os.replace(unfinished, path)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: gpu_record.py FILE STAGE KEY=VALUE ...")
    main(*sys.argv[1:])
