"""Links as QR codes, drawn by segno."""

from __future__ import annotations


def qr_source(text: str, *, scale: int, border: int = 2) -> str:
    """Make a code as the address of an image.

    Args:
        text: what the code says.
        scale: units of the picture to a module.
        border: modules left free on each side.
    """
    import segno  # few pages show a code, and every process would hold the package

    return segno.make(text, error="m", micro=False).svg_data_uri(scale=scale, border=border)
