"""Links as QR codes, drawn by segno."""

from __future__ import annotations


def qr_source(text: str, *, scale: int, border: int = 2) -> str:
    """Make a QR code as a data URL of an image.

    Args:
        text: what the code contains.
        scale: picture units per module.
        border: modules left free on each side.
    """
    import segno  # few pages show a code, and every process would hold the package

    return segno.make(text, error="m", micro=False).svg_data_uri(scale=scale, border=border)
