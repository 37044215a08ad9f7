"""Pages for people, needing nothing from elsewhere: no script, no picture, no font."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any

from service import markdown
from service.fields import json_word
from service.problems import Kind

DOCS_LINK = '<p><a href="/docs">the contract</a></p>'

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;
color:#1c1c1c;background:#fdfdfb}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.5rem;border-top:1px solid #d8d4c8;
padding-top:1rem}h3{font-size:1rem}
code{font-family:ui-monospace,monospace;background:#f1efe7;padding:.1em .3em;border-radius:3px}
table{border-collapse:collapse;width:100%;font-size:.92rem}
td,th{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;
border-bottom:1px solid #eceade}
.verb{display:inline-block;min-width:3.2rem;font-weight:700}a{color:#7a2e1d}.soft{color:#666}
"""
STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}


def start() -> str:
    """Where to begin."""
    body = (
        "<p>Games as streams of events, over HTTP.</p><ul>"
        '<li><a href="/docs">the contract</a>, <a href="/openapi.yaml">as OpenAPI</a></li>'
        '<li><a href="/docs/proof">what is proved, and what trust is left</a></li>'
        '<li><a href="/problems">types of problems</a></li>'
        '<li><a href="/v1/rulesets">rulesets</a>, <a href="/v1/games">the lobby</a></li>'
        '<li><a href="/readyz">readiness</a></li></ul>'
    )
    return _page("Junta", body)


def written(text: str) -> str:
    """A page of the documentation."""
    return _page(markdown.title(text), f"{markdown.html(text)}{DOCS_LINK}")


def problem(kind: Kind) -> str:
    """The page of one type of problem."""
    return _page(
        kind.title,
        f"<p><code>/problems/{_e(kind.slug)}</code>, status {kind.status}</p>"
        f"<p>{_marked(kind.meaning)}</p>"
        '<p><a href="/problems">all problems</a> · <a href="/docs">the contract</a></p>',
    )


def problem_list(kinds: Mapping[str, Kind]) -> str:
    """Every type of problem."""
    rows = (
        f'<tr><td><a href="/problems/{_e(slug)}">{_e(slug)}</a></td><td>{kind.status}</td>'
        f"<td>{_e(kind.title)}</td><td>{_marked(kind.meaning)}</td></tr>"
        for slug, kind in kinds.items()
    )
    return _page("Problems", f"<table>{''.join(rows)}</table>")


def contract(document: Mapping[str, Any]) -> str:
    """The contract, call by call and shape by shape."""
    calls = "".join(
        _call(path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    shapes = "".join(
        _shape(name, schema) for name, schema in document["components"]["schemas"].items()
    )
    about = f"<p>{_marked(document['info']['description'])}</p>"
    links = '<p><a href="/openapi.yaml">as OpenAPI</a> · <a href="/problems">problems</a></p>'
    return _page("The contract", f"{about}{links}{calls}<h2>Shapes</h2>{shapes}")


def _call(path: str, method: str, operation: Mapping[str, Any]) -> str:
    named = f"<h2><span class=verb>{method.upper()}</span> <code>{_e(path)}</code></h2>"
    parameters = "".join(_parameter(one) for one in operation.get("parameters", ()))
    table = f"<table>{parameters}</table>" if parameters else ""
    body = operation.get("requestBody", {})
    may_lack = "" if body.get("required") else ", or no body"
    takes = f"<p>takes {_contents(body['content'])}{may_lack}</p>" if body else ""
    answers = "".join(
        f"<tr><td>{_e(status)}</td><td>{_e(answer['description'])}</td>"
        f"<td>{_contents(answer.get('content', {}))}</td>"
        f"<td class=soft>{_e(', '.join(answer.get('headers', {})))}</td></tr>"
        for status, answer in operation["responses"].items()
    )
    token = _token(operation.get("security"))
    return f"{named}<p>{_e(operation['summary'])}{token}</p>{table}{takes}<table>{answers}</table>"


def _token(security: Any) -> str:
    if not security:
        return ""
    return (
        " <span class=soft>(a token may be sent)</span>"
        if {} in security
        else (" <span class=soft>(needs a token)</span>")
    )


def _parameter(one: Mapping[str, Any]) -> str:
    needed = "needed" if one.get("required") else "optional"
    schema = one.get("schema", {})
    words = one.get("description") or schema.get("description", "")
    return (
        f"<tr><td><code>{_e(one['name'])}</code></td><td>{_e(one['in'])}, {needed}</td>"
        f"<td>{_kind(schema)}</td><td>{_marked(words)}</td></tr>"
    )


def _contents(content: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{_kind(one['schema'])} <span class=soft>{_e(media)}</span>"
        for media, one in content.items()
    )


def _shape(name: str, schema: Mapping[str, Any]) -> str:
    needed = schema.get("required", ())
    rows = "".join(
        f"<tr><td><code>{_e(key)}</code></td><td>{_kind(below)}</td>"
        f"<td>{'' if key in needed else 'optional'}</td>"
        f"<td>{_marked(below.get('description', ''))}</td></tr>"
        for key, below in schema.get("properties", {}).items()
    )
    one_of = f"<p>{_kind(schema)}</p>" if "oneOf" in schema else ""
    words = f"<p>{_marked(schema.get('description', ''))}</p>"
    return f'<h3 id="{_e(name)}">{_e(name)}</h3>{words}{one_of}<table>{rows}</table>'


def _kind(schema: Mapping[str, Any]) -> str:
    """A schema in a few words, with links to the shapes it names."""
    if "$ref" in schema:
        name = _e(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}">{name}</a>'
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return " or ".join(_kind(one) for one in schema[several])
    if "enum" in schema:
        return " | ".join(f"<code>{_e(json_word(value))}</code>" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"array of {_kind(schema.get('items', {}))}"
    return _e(" or ".join(kind) if isinstance(kind, list) else kind)


def _marked(words: str) -> str:
    """Plain words with `code` in backquotes and blank lines as breaks."""
    parts = _e(words).split("`")
    coded = (f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
    return "".join(coded).replace("\n\n", "<br><br>")


def _e(text: Any) -> str:
    return escape(str(text))


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_e(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{_e(title)}</h1>{body}</body></html>"
    )
