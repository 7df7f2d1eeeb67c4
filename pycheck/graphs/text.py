"""Text that goes into XML."""

from __future__ import annotations

import re

#: What XML 1.0 cannot hold, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """``text`` without characters that XML cannot hold; each becomes U+FFFD."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
