"""`/openapi.yaml`, `/docs`, `/problems`: the contract, for programs and for people."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, current_app
from werkzeug.exceptions import NotFound

from service import openapi, pages, problems
from service.contract import HTML, YAML, Call, call

documents = Blueprint("documents", __name__)

PROOF = Path(__file__).parents[2] / "docs" / "proof.md"
"""Part of the source, not of an installed package."""
SHORT = "public, max-age=300"


@documents.get("/openapi.yaml")
@call(Call(summary="This contract", answers={200: {YAML: None}}))
def show_contract() -> Response:
    return _kept(openapi.written(current_app), YAML)


@documents.get("/docs")
@call(Call(summary="This contract as a page", answers={200: {HTML: None}}))
def show_docs() -> Response:
    return _page(pages.contract(openapi.document(current_app)))


@documents.get("/docs/proof")
@call(
    Call(
        summary="What is proved and what trust is left, as a page",
        answers={200: {HTML: None}},
        problems=(NotFound,),
    )
)
def show_proof() -> Response:
    if not PROOF.is_file():
        raise NotFound
    return _page(pages.written(PROOF.read_text(encoding="utf-8")))


@documents.get("/problems")
@call(Call(summary="Every type of problem, on one page", answers={200: {HTML: None}}))
def show_problems() -> Response:
    return _page(pages.problem_list(problems.kinds()))


@documents.get("/problems/<slug>")
@call(
    Call(
        summary="One type of problem, as a page",
        answers={200: {HTML: None}},
        problems=(NotFound,),
    )
)
def show_problem(slug: str) -> Response:
    kind = problems.kinds().get(slug)
    if kind is None:
        raise NotFound
    return _page(pages.problem(kind))


@documents.get("/")
@call(Call(summary="Where to begin, as a page", answers={200: {HTML: None}}))
def show_start() -> Response:
    return _page(pages.start())


def _page(html: str) -> Response:
    made = _kept(html, HTML)
    made.headers.update(pages.HEADERS)
    return made


def _kept(text: str, media: str) -> Response:
    return Response(text, mimetype=media, headers={"Cache-Control": SHORT})
