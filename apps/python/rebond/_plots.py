"""The engine's figures drawn by matplotlib."""

import math

COLOURS = {"black": "#000000", "orange": "#e69f00", "sky": "#56b4e9", "green": "#009e73", "yellow": "#f0e442",
           "blue": "#0072b2", "vermillion": "#d55e00", "purple": "#cc79a7", "grey": "#999999"}
INCH = 96.0  # [px]


class Figures(dict):
    """matplotlib's figures by their names."""

    def savefig(self, pattern, **options):
        """Saves each; the pattern has a place for the name, "out/{}.png"."""
        for name, figure in self.items():
            figure.savefig(str(pattern).format(name), **options)


def pyplot():
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("plot needs matplotlib: install it with apt-get install python3-matplotlib "
                          "or pip install matplotlib") from None
    return matplotlib.pyplot


PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T"}


def draw_axis(axis, described, setter, scaler, limiter):
    """Label, scale and range of an axis whose data are drawn; the unit has the prefix that suits them."""
    if described["range"]:
        limiter(*described["range"])
    prefix, unit = "", described["unit"]
    if described["logarithmic"]:
        scaler("log")
    elif unit:
        largest = max(abs(limit) for limit in axis.get_view_interval())
        power = 3 * math.floor(math.log10(largest) / 3) if largest > 0 else 0
        prefix = PREFIXES.get(power, "")
        scale = 10.0 ** power if power in PREFIXES else 1.0
        axis.set_major_formatter(lambda value, _: f"{value / scale:.6g}".replace("-", "\N{MINUS SIGN}"))
    setter(f"{described['name']} [{prefix}{unit}]" if unit else described["name"])


def draw_chart(axes, chart):
    for one in chart["series"]:
        colour, label = COLOURS[one["colour"]], one["name"] or None
        style = {"color": colour, "label": label, "linewidth": one["width"] / 1.33,
                 "linestyle": "--" if one["dashed"] else "-"}
        if one["draw"] == "verticals":
            for i, x in enumerate(one["x"]):
                axes.axvline(x, **{**style, "label": label if i == 0 else None})
        elif one["draw"] == "rug":
            axes.plot(one["x"], [0.0] * len(one["x"]), "|", color=colour, label=label, clip_on=False,
                      transform=axes.get_xaxis_transform())
        elif one["draw"] == "points":
            axes.plot(one["x"], one["y"], "o", color=colour, label=label, markersize=one["width"] * 2.0)
        else:
            axes.plot(one["x"], one["y"], marker="o" if one["draw"] == "line_and_points" else None,
                      markersize=one["width"] * 2.0, **style)
    for low, high, name, colour in chart["bands"]:
        axes.axvspan(low, high, color=COLOURS[colour], alpha=0.2, label=name or None, linewidth=0)
    for x, low, high, colour in chart["envelopes"]:
        axes.fill_between(x, low, high, color=COLOURS[colour], alpha=0.25, linewidth=0)
    if chart["title"]:
        axes.set_title(chart["title"], fontsize="medium")
    draw_axis(axes.xaxis, chart["x"], axes.set_xlabel, axes.set_xscale, axes.set_xlim)
    draw_axis(axes.yaxis, chart["y"], axes.set_ylabel, axes.set_yscale, axes.set_ylim)
    if chart["magnification"]:
        axes.set_aspect(chart["magnification"], adjustable="datalim")
    axes.grid(True, alpha=0.3)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(fontsize="small", frameon=False)


def draw(figure):
    """One figure."""
    panels = figure["panels"]
    rows, columns = (1, len(panels)) if figure["side_by_side"] else (len(panels), 1)
    height = (panels[0]["height"] if figure["side_by_side"] else sum(one["height"] for one in panels)) + 70.0 * rows
    drawn, axes = pyplot().subplots(rows, columns, squeeze=False, layout="constrained",
                                    figsize=(figure["width"] / INCH, height / INCH))
    for one, chart in zip(axes.flat, panels):
        draw_chart(one, chart)
    drawn.suptitle(": ".join(part for part in (figure["subject"], figure["title"]) if part))
    return drawn


def draw_all(figures, names=()):
    for name in names:
        if name not in figures:
            raise KeyError(f"there is no figure {name!r}; there are {', '.join(figures)}")
    return Figures({name: draw(figures[name]) for name in (names or figures)})
