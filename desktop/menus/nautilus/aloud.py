"""Read Aloud in the menu of a file, in Nautilus with nautilus-python."""

import locale
import subprocess

from gi.repository import GObject, Nautilus

TYPES = frozenset(
    (
        "text/plain",
        "application/epub+zip",
        "text/html",
        "application/xhtml+xml",
        "text/markdown",
        "application/x-subrip",
        "text/vtt",
        "application/pdf",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "audio/mpeg",
        "audio/mp4",
        "audio/x-m4b",
        "audio/aac",
        "audio/flac",
        "audio/ogg",
        "audio/x-vorbis+ogg",
        "audio/x-opus+ogg",
        "audio/vnd.wave",
        "audio/x-wav",
        "audio/x-aiff",
        "audio/x-ms-wma",
        "audio/x-matroska",
        "audio/webm",
        "video/mp4",
        "video/webm",
        "video/x-matroska",
        "video/ogg",
        "video/quicktime",
        "video/mpeg",
        "video/x-msvideo",
        "audio/x-mpegurl",
        "audio/mpegurl",
        "application/vnd.apple.mpegurl",
        "audio/x-scpls",
        "application/xspf+xml",
    )
)
LABELS = {"de": "Vorlesen"}


def label():
    """The entry in the user's language."""
    language = (locale.getlocale(locale.LC_MESSAGES)[0] or "").split("_")[0]
    return LABELS.get(language, "Read Aloud")


class ReadAloud(GObject.GObject, Nautilus.MenuProvider):
    """Adds the entry where every file is of a kind that is read."""

    def get_file_items(self, *arguments):
        """Called with the files, and before version 4 with the window in front of them."""
        files = arguments[-1]
        uris = [file.get_uri() for file in files]
        if not files or not all(uri.startswith("file://") for uri in uris):
            return []
        if not all(file.get_mime_type() in TYPES for file in files):
            return []
        item = Nautilus.MenuItem(name="Aloud::read", label=label(), icon="org.aloud.Aloud")
        item.connect("activate", self.read, uris)
        return [item]

    def read(self, _item, uris):
        """The service shows what it cannot read."""
        subprocess.Popen(
            ["aloud", "open", *uris],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
