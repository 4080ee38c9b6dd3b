#!/usr/bin/env python3
"""Compares the findings of `aloud-bench --books FOLDER` with the books' own data.

    aloud-bench --books FOLDER | check-books.py FOLDER

It reads each EPUB a second time, with Python's zipfile and expat: its package document, its table of contents, and the
visible text of each part of its spine. It prints the differences for each book, and sums at the end.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import html.parser
import json
import posixpath
import re
import sys
import unicodedata
import urllib.parse
import xml.etree.ElementTree as tree
import zipfile

MARKUP = {"application/xhtml+xml", "image/svg+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"}
# Elements without visible text of the author.
SILENT = {"head", "script", "style", "template", "audio", "video", "object", "iframe", "math", "svg", "rt", "rp", "nav"}
EMPTY = {"br", "img", "hr", "meta", "link", "input", "col", "source", "wbr", "area", "base", "embed", "param", "track"}
PROBES = 25


def plain(text):
    """Returns only letters and digits, so that neither white space nor marks count."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def children(root, name):
    return [element for element in root.iter() if local(element) == name]


class Runs(html.parser.HTMLParser):
    """Finds the visible pieces of text of a page, each without markup inside."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.silent = []
        self.runs = []

    def handle_starttag(self, tag, attributes):
        tag = tag.rsplit(":", 1)[-1]
        values = dict(attributes)
        isHidden = (
            tag in SILENT or "hidden" in values or values.get("aria-hidden") == "true"
            or re.search(r"(display\s*:\s*none|visibility\s*:\s*hidden)", values.get("style") or "")
            or "pagebreak" in (values.get("epub:type") or "") or "doc-pagebreak" in (values.get("role") or "")
            or tag == "a" and "noteref" in (values.get("epub:type") or ""))
        if (self.silent or isHidden) and tag not in EMPTY:
            self.silent.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        tag = tag.rsplit(":", 1)[-1]
        if tag in self.silent:
            while self.silent.pop() != tag:
                pass

    def handle_data(self, data):
        if not self.silent and len(plain(data)) >= 12:
            self.runs.append(plain(data)[:40])


class Book:
    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        container = self.parse("META-INF/container.xml")
        package = urllib.parse.unquote(children(container, "rootfile")[0].get("full-path"))
        root = self.parse(package)
        folder = posixpath.dirname(package)
        self.items = {}
        for item in children(root, "item"):
            if item.get("id") and item.get("href"):
                self.items[item.get("id")] = dict(item.attrib, path=self.resolve(folder, item.get("href"))[0])
        metadata = (children(root, "metadata") or [root])[0]

        def texts(name):
            return [" ".join((e.text or "").split()) for e in children(metadata, name) if (e.text or "").strip()]

        self.titles, self.languages = texts("title"), texts("language")
        spine = children(root, "spine")[0]
        self.parts = []
        for reference in children(spine, "itemref"):
            if reference.get("linear") != "no":
                item = self.readable(reference.get("idref"))
                if item:
                    self.parts.append(item["path"])
        self.contents = self.navigation() or self.ncx(spine.get("toc"))

    def resolve(self, folder, reference):
        path, _, fragment = reference.partition("#")
        path = posixpath.normpath(posixpath.join(folder, urllib.parse.unquote(path)))
        return path, urllib.parse.unquote(fragment)

    def parse(self, name):
        # HTML entities that XML does not know would stop expat; the structures that matter here contain none.
        text = self.archive.read(name)
        return tree.fromstring(re.sub(rb"&(?!(amp|lt|gt|quot|apos|#)\b)[A-Za-z]+;", b"", text))

    def readable(self, id, depth=0):
        item = self.items.get(id)
        if not item or item.get("media-type", "").lower() in MARKUP or depth > 15:
            return item
        return self.readable(item.get("fallback"), depth + 1)

    def navigation(self):
        item = next((i for i in self.items.values() if "nav" in (i.get("properties") or "").split()), None)
        if not item:
            return []
        folder = posixpath.dirname(item["path"])
        for nav in children(self.parse(item["path"]), "nav"):
            kinds = [value for name, value in nav.attrib.items() if name.endswith("type") or name == "role"]
            if any("toc" in kind for kind in kinds):
                return [self.resolve(folder, a.get("href")) for a in children(nav, "a") if a.get("href")]
        return []

    def ncx(self, id):
        item = self.items.get(id)
        if not item:
            return []
        folder = posixpath.dirname(item["path"])
        map = children(self.parse(item["path"]), "navMap")
        return [self.resolve(folder, c.get("src")) for c in children(map[0], "content")] if map else []

    def runs(self, path):
        page = Runs()
        text = self.archive.read(path)
        coding = re.match(rb"<\?xml[^>]*encoding=['\"]([\w-]+)", text)
        page.feed(text.decode(coding[1].decode() if coding else "utf-8-sig", "replace"))
        return page.runs


def sample(values):
    step = max(1, len(values) // PROBES)
    return values[::step]


def check(book, found):
    """Returns the differences, as (kind, sentence)."""
    if book.titles and found["title"] not in book.titles:
        yield "title", f"{found['title']!r} is none of {book.titles}"
    if book.languages and found["language"].lower() != book.languages[0].replace("_", "-").lower():
        yield "language", f"{found['language']!r} is not {book.languages[0]!r}"
    places = {}
    for index, path in enumerate(book.parts):
        places.setdefault(path, []).append(index)
    last = 0
    for chapter in found["chapters"]:
        path = chapter["anchor"].partition("#")[0]
        later = [place for place in places.get(path, []) if place >= last]
        if later:
            last = later[0]
        else:
            yield "order", f"chapter {chapter['title']!r} ({path}) stands where the spine does not have it"
    text = plain(found["text"])
    front = 0
    for path in book.parts:
        try:
            runs = sample(book.runs(path))
        except KeyError:
            continue
        absent = [run for run in runs if run not in text]
        if absent and len(absent) * 10 > len(runs):
            yield "text", f"{path}: {len(absent)} of {len(runs)} places are not read, such as {absent[0]!r}"
        for run in runs:
            place = text.find(run, front)
            if place >= 0:
                front = place
            elif run in text and text.count(run) == 1:
                yield "order", f"{path}: {run!r} is read too early"
        named = [target for target in book.contents if target[0] == path]
        hasChapter = any(chapter["anchor"].partition("#")[0] == path for chapter in found["chapters"])
        if named and len(runs) > 1 and not hasChapter:
            yield "contents", f"{path} is in the contents, and no chapter"


def main():
    folder = sys.argv[1]
    sums = {"books": 0, "both read": 0, "both refuse": 0, "only aloud reads": 0, "only aloud refuses": 0}
    for line in sys.stdin:
        found = json.loads(line)
        sums["books"] += 1
        try:
            book, problem = Book(f"{folder}/{found['file']}"), None
        except Exception as error:  # this reader cannot read the book
            book, problem = None, f"{type(error).__name__}: {error}"
        error = found.get("error")
        counts = f"{len(found['chapters'])} chapters, {found['sentences']} sentences"
        if error:
            sums["both refuse" if problem else "only aloud refuses"] += 1
            print(f"{found['file']}: {error}: {found['detail']}{f' ({problem})' if problem else ''}")
            continue
        sums["only aloud reads" if problem else "both read"] += 1
        if problem:
            print(f"{found['file']}: read, {counts} ({problem})")
            continue
        differences = list(check(book, found)) + [("failed", chapter) for chapter in found["failures"]]
        for kind in {kind for kind, _ in differences}:
            sums[f"books that differ in {kind}"] = sums.get(f"books that differ in {kind}", 0) + 1
        for kind, sentence in differences[:6]:
            print(f"{found['file']}: {kind}: {sentence}")
        if not differences:
            sums["books without a difference"] = sums.get("books without a difference", 0) + 1
    for name, count in sums.items():
        print(f"{count:6} {name}")


main()
