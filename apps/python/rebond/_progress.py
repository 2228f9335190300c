"""How far a run is, for functions that watch it, terminals and notebooks."""

import sys


class Progress(float):
    """How much of the time to simulate is done, from 0 to 1, with time, steps, impacts and elapsed seconds."""

    def __new__(cls, time, duration, steps, impacts, elapsed):
        progress = super().__new__(cls, min(time / duration, 1.0) if duration > 0 else 1.0)
        progress.time, progress.duration = time, duration
        progress.steps, progress.impacts, progress.elapsed = steps, impacts, elapsed
        return progress

    def text(self):
        left = self.elapsed * (1 - self) / self if self > 0 else float("inf")
        return (f"{100 * self:5.1f} %  t = {self.time:.4g} s  {self.steps} steps  {self.impacts} impacts  "
                f"{left:.0f} s left")


def in_notebook():
    """Whether this is a Jupyter notebook or console."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class TerminalBar:
    """A line on standard error that is drawn again and again, and wiped at the end."""

    def __init__(self):
        self.is_drawn = False

    def show(self, progress):
        filled = int(20 * progress)
        sys.stderr.write(f"\r\033[K[{'#' * filled}{'.' * (20 - filled)}] {progress.text()}")
        sys.stderr.flush()
        self.is_drawn = True

    def close(self):
        if self.is_drawn:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class NotebookBar:
    """The same below a cell of a notebook."""

    def __init__(self):
        self.handle = None

    def show(self, progress):
        from IPython.display import HTML, display
        page = HTML(f"<progress value='{float(progress):.4f}' max='1'></progress> <code>{progress.text()}</code>")
        if self.handle is None:
            self.handle = display(page, display_id=True)
        else:
            self.handle.update(page)

    def close(self):
        if self.handle is not None:
            from IPython.display import HTML
            self.handle.update(HTML(""))


class Watcher:
    """What the engine calls: a function of the user's, a bar, or nothing."""

    patience = 0.5  # [s] before a bar appears

    def __init__(self, progress):
        self.bar = self.function = None
        if callable(progress):
            self.function = progress
        elif progress or (progress is None and (in_notebook() or sys.stderr.isatty())):
            self.bar = NotebookBar() if in_notebook() else TerminalBar()

    @property
    def callback(self):
        return self if self.bar or self.function else None

    def __call__(self, *numbers):
        progress = Progress(*numbers)
        if self.function:
            self.function(progress)
        elif progress.elapsed > self.patience:
            self.bar.show(progress)

    def close(self):
        if self.bar:
            self.bar.close()
