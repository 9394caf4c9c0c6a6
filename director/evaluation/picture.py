"""The report as a picture: a bar for each kind, in an SVG that needs nothing to be drawn."""

from __future__ import annotations

from xml.sax.saxutils import escape

from director.evaluation.report import EvalReport

COLOURS = {
    "right": "#2a9d5c", "rightly_silent": "#9bd3b0", "lost": "#d8d8d8", "failed": "#a0a0a0", "near_miss": "#e8743b",
    "spoke": "#c0392b",
}  # fmt: skip
_ROW, _LEFT, _WIDTH, _TOP = 22, 130, 520, 54


def svg(report: EvalReport) -> str:
    """Bars of equal length, divided by judgement, with the number of cases behind each."""
    kinds = list(report.by_kind.items())
    height = _TOP + _ROW * len(kinds) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 60} {height}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="8" y="18" font-size="14">{report.right:.1%} right of {len(report.rows)} cases</text>',
    ]
    x = 8
    for name, colour in COLOURS.items():
        label = name.replace("_", " ")
        parts.append(f'<rect x="{x}" y="28" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{x + 14}" y="37">{label}</text>')
        x += 30 + 7 * len(label)
    for row, (kind, counts) in enumerate(kinds):
        y = _TOP + _ROW * row
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 13}" text-anchor="end">{escape(kind)}</text>')
        at = float(_LEFT)
        for name, colour in COLOURS.items():
            length = _WIDTH * counts[name] / counts.total()
            if length:
                parts.append(f'<rect x="{at:.1f}" y="{y}" width="{length:.1f}" height="16" fill="{colour}"/>')
            at += length
        parts.append(f'<text x="{_LEFT + _WIDTH + 8}" y="{y + 13}">{counts.total()}</text>')
    return "\n".join((*parts, "</svg>\n"))
